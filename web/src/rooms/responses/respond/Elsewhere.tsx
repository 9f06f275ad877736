import classes from '#shared/patient-page/patient-page.module.css';

/** A question that was answered otherwise elsewhere, and how. */
export interface Found {
  question: string;
  answer: string;
}

/** What a patient is told of answers that were given on another device, or in another window, while they were answering here. */
export function Elsewhere({ found }: { found: readonly Found[] }) {
  return (
    // Another change is another message, which is read out again.
    <div key={JSON.stringify(found)} role="alert" className={`${classes.screen} ${classes.elsewhere}`}>
      <p>This assessment was also answered on another device or in another window. Those answers are here now.</p>
      {found.map(({ question, answer }) => (
        <p key={question}>
          “{question}” {answer === '' ? 'was left open there' : `was answered “${answer}” there`}. Your answer on this
          page was kept. Please check that it is correct.
        </p>
      ))}
    </div>
  );
}

/** What a patient is told of answers that another release has kept, and that this one cannot read. */
export const Unread = () => (
  <div role="alert" className={`${classes.screen} ${classes.elsewhere}`}>
    <p>
      What was answered before was saved by another version of the portal and cannot be shown. What you answer here
      takes its place.
    </p>
  </div>
);

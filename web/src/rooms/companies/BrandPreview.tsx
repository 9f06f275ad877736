import { Text } from '@mantine/core';
import { useBrand } from '#api/viewer.ts';
import { addressLine } from '#shared/address-form.ts';
import { showPhone } from '#shared/phone.ts';
import { coloursOf } from './colour.ts';
import type { Draft } from './form.ts';
import { hoursLine } from './hours.ts';
import type { Senders } from './queries.ts';
import classes from './companies.module.css';

/** How a brand looks while it is filled in: the page to sign in, the top bar, a mail and how it can be reached. Nothing in it can be pressed. */
export function BrandPreview(props: {
  draft: Draft;
  /** Whether the brand has a document with its terms already. */
  hasTerms: boolean;
  senders: Senders;
}) {
  const { draft, hasTerms, senders } = props;
  // What the brand does not have, it shares with the portal that it is part of.
  const usual = useBrand();
  const colours = coloursOf(draft.primaryColour) ?? usual.colours;
  const name = draft.companyName.trim() || 'Name of the brand';
  const chosenEmail = senders.emails.find(({ email_ID }) => email_ID === draft.contactEmailId)?.email;
  const email = draft.email.trim() || chosenEmail || usual.email;
  const logo = <img src={draft.logo ?? usual.logo} alt="" />;
  const button = { background: colours.primary, color: colours.onPrimary };
  const contact = [
    ['Address', addressLine(draft.address)],
    ['Phone', showPhone(draft.supportNumber)],
    ['Fax', showPhone(draft.contactFax)],
    ['Hours', hoursLine(draft.hours)],
  ].filter(([, words]) => words !== '');
  const terms = [draft.terms?.name ?? (hasTerms ? 'Uploaded' : ''), draft.termsURL.trim()].filter(Boolean).join(', ');
  return (
    <section aria-label="Preview" className={classes.preview}>
      <Text size="sm" fw={600}>
        Sign-in page
      </Text>
      <div className={classes.screen}>
        <div className={classes.shownLogo}>{logo}</div>
        <p>Sign in to {name}</p>
        <span className={classes.shownField}>Email</span>
        <span className={classes.shownButton} style={button}>
          Sign In
        </span>
        <img className={classes.shownImage} src={draft.signInImage ?? usual.signInImage} alt="" />
      </div>
      <Text size="sm" fw={600}>
        Top bar
      </Text>
      <div className={classes.bar}>
        <div className={classes.shownLogo}>{logo}</div>
        <span>Dashboard</span>
      </div>
      <Text size="sm" fw={600}>
        Mail
      </Text>
      <div className={classes.screen}>
        <p className={classes.from}>
          From {draft.senderEmailName.trim() || name}
          <br />
          Answers go to {email}
        </p>
        <p>Your shipment is on its way.</p>
        <p className={classes.from}>{[name, email, showPhone(draft.supportNumber)].filter(Boolean).join(' · ')}</p>
      </div>
      <Text size="sm" fw={600}>
        Contact details
      </Text>
      <div className={classes.screen}>
        {contact.map(([what, words]) => (
          <p key={what} className={classes.from}>
            {what}: {words}
          </p>
        ))}
        <p>
          <span className={classes.link}>Terms &amp; Conditions</span>
          <span className={classes.from}> {terms || 'those of the portal'}</span>
        </p>
      </div>
    </section>
  );
}

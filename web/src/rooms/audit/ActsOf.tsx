import { Anchor, Stack, Text } from '@mantine/core';
import { actionWords } from '@portal/contract/audit/words.ts';
import { sentenceOf } from '#api/failure.ts';
import { Failed } from '#kit/States.tsx';
import { ListLink } from '#shared/ListLink.tsx';
import { useAudit } from './queries.ts';
import classes from './records.module.css';
import { ReportOfAccesses } from './ReportOfAccesses.tsx';
import { recordName } from './values.ts';
import { When } from './When.tsx';

const latest = 10;

/** What somebody did last, from the audit trail, and the way to all of it (P11-14). */
export function ActsOf({ cpId, name }: { cpId: number; name: string }) {
  const { data, error, refetch } = useAudit({ person: cpId }, latest);
  if (error && !data) return <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Text size="sm" c="gray.7">
        Loading…
      </Text>
    );
  return (
    <Stack gap="xs">
      {data.entries.length === 0 && (
        <Text size="sm" c="gray.7">
          Nothing is on record yet.
        </Text>
      )}
      <ol className={classes.acts} aria-label={`What ${name} did`}>
        {data.entries.map((entry) => (
          <li key={entry.number}>
            <Text size="sm">
              {actionWords[entry.kind] ?? entry.kind}
              {' · '}
              {recordName(entry, data.names)}
            </Text>
            <When at={entry.at} />
          </li>
        ))}
      </ol>
      {data.entries.length > 0 && (
        <Anchor
          component={ListLink}
          to="/account"
          search={{ tab: 'audit-trail', person: cpId }}
          tab="audit-trail"
          sought=""
          size="sm"
        >
          Whole audit trail of {name}
        </Anchor>
      )}
      <ReportOfAccesses cpId={cpId} name={name} />
    </Stack>
  );
}

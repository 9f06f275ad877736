import { Anchor, Button, Stack, Text } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { copyAccount } from '@portal/contract/audit/endpoints.ts';
import { actionWords } from '@portal/contract/audit/words.ts';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Failed } from '#kit/States.tsx';
import { ListLink } from '#shared/ListLink.tsx';
import { useAudit } from './queries.ts';
import classes from './records.module.css';
import { recordName } from './values.ts';
import { When } from './When.tsx';

const AccessesDialog = lazyDialog(() => import('./AccessesDialog.tsx'), 'AccessesDialog');

const latest = 10;

/** What somebody did last, from the audit trail, and the way to all of it (P11-14). */
export function ActsOf({ cpId, name }: { cpId: number; name: string }) {
  const { data, error, refetch } = useAudit({ person: cpId }, latest);
  const mayReport = meets(copyAccount.access, useViewer());
  const [isOpen, setOpen] = useState(false);
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
      {mayReport && (
        <Button variant="default" size="compact-sm" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
          Report of accesses
        </Button>
      )}
      {isOpen && <AccessesDialog cpId={cpId} name={name} onClose={() => setOpen(false)} />}
    </Stack>
  );
}

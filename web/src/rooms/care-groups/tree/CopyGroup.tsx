import '#kit/later-styles.ts';
import { Fieldset, MultiSelect, Select, Stack } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { typesBelow } from '@portal/contract/care-groups/rules.ts';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Notice } from '#kit/Notice.tsx';
import { distinctNames } from '#shared/site-names.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { isOfLostAnswer, lineAs } from '#shared/way-on.ts';
import { useCopyGroup } from '../queries.ts';

const all = 'all';

/** Copies a group, or some or all of what is below it, to below another one (CGP-30 to CGP-34, OPS-30). */
export function CopyGroup({ target, groups }: { target: CareGroup; groups: readonly CareGroup[] }) {
  const { companyId } = useViewer();
  const copy = useCopyGroup();
  const [source, setSource] = useState<string | null>(null);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [copies, setCopies] = useState(0);
  const first = useRef<HTMLInputElement>(null);
  // With the choice that was copied its button is gone.
  useEffect(() => {
    if (copies > 0 && document.activeElement === document.body) first.current?.focus();
  }, [copies]);
  const fits = typesBelow(target.type);
  const below = (gId: number) => groups.filter((one) => one.parentId === gId && fits.includes(one.type));
  const sources = groups.filter(
    (one) => one.gId !== target.gId && (fits.includes(one.type) || below(one.gId).length > 0),
  );
  const from = sources.find(({ gId }) => String(gId) === source);
  const subGroups = from ? below(from.gId) : [];
  const nameOf = distinctNames(sources, groups, 'groupName');
  if (fits.length === 0 || sources.length === 0) return null;

  const pick = (next: string[]) => setPicked(next.at(-1) === all ? [all] : next.filter((one) => one !== all));
  const choose = (next: string | null) => {
    setSource(next);
    setPicked([]);
    setFailure(null);
  };

  const run = async (chosen: CareGroup) => {
    const everything = picked.includes(all);
    const asked = everything || subGroups.length === 0 ? [chosen.gId] : picked.map(Number);
    let copied = 0;
    setBusy(true);
    setFailure(null);
    try {
      for (const gId of asked) {
        const body = { companyId, gId, parentId: target.gId, copyAllSubgroups: everything };
        const { message } = await copy.mutateAsync({ body });
        copied += 1;
        if (copied === asked.length) toastSuccess(message);
      }
      choose(null);
      setCopies(copies + 1);
    } catch (error) {
      const before = copied > 0 ? ` ${copied} of ${asked.length} were copied before.` : '';
      // What was copied is not copied again.
      if (copied > 0) setPicked(asked.slice(copied).map(String));
      const said = isOfLostAnswer(error)
        ? lineAs(error, { of: 'The care group was', done: 'copied', press: 'Copy' })
        : `The care group could not be copied: ${sentenceOf(error)}`;
      setFailure(`${said}${before}`);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Fieldset legend="Copy a care group to here">
      <Stack gap="sm">
        {failure && <Notice tone="error">{failure}</Notice>}
        <Select
          ref={first}
          label="Copy from"
          placeholder="Choose a care group"
          data={sources.map((one) => ({ value: String(one.gId), label: nameOf(one) }))}
          value={source}
          onChange={choose}
          disabled={busy}
          clearable
          searchable
          openOnFocus={false}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        {subGroups.length > 0 && (
          <MultiSelect
            label="Sub groups"
            data={[
              { value: all, label: 'All' },
              ...subGroups.map(({ gId, groupName }) => ({ value: String(gId), label: groupName })),
            ]}
            value={[...picked]}
            onChange={pick}
            disabled={busy}
            searchable
            nothingFoundMessage="No sub groups found."
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
        )}
        {from && (subGroups.length === 0 || picked.length > 0) && (
          <SubmitButton
            variant="default"
            busy={busy}
            onPress={() => void run(from)}
            style={{ alignSelf: 'flex-start' }}
          >
            Copy
          </SubmitButton>
        )}
      </Stack>
    </Fieldset>
  );
}

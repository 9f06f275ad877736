import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useLayoutEffect, useState } from 'react';
import { CallFailure, isOwnChange, sentenceOf } from '#api/failure.ts';
import { type Difference, type DraftFields, rebase } from '#kit/rebase.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { saidAs } from '#shared/way-on.ts';

/** What the form of a configuration is given by its dialog. */
export interface FormProps {
  group: CareGroup;
  onClose: () => void;
  onDirty: (dirty: boolean) => void;
  onBusy: (busy: boolean) => void;
}

/** A configuration as the server has it, in the shape of its form. */
export interface Stored<Draft> {
  draft: Draft;
  version: number;
  /** There is none yet: it is posted, a later one is put (TRC-10, STC-03). */
  isFirst: boolean;
}

/** What is typed of a configuration, and what becomes of it. */
export function useConfiguring<Draft extends object>(
  { group, onClose, onDirty, onBusy }: FormProps,
  given: {
    first: Stored<Draft>;
    fields: DraftFields<Draft>;
    readNow: () => Promise<Stored<Draft>>;
    /** Another sentence for what was refused. */
    refusalOf?: (failure: unknown) => string;
  },
) {
  const { first, fields, readNow, refusalOf = sentenceOf } = given;
  const [base, setBase] = useState(first);
  const [draft, setDraft] = useState(first.draft);
  const [asking, setAsking] = useState(false);
  const [changed, setChanged] = useState<{ differences: readonly Difference[]; isOwn: boolean } | null>(null);
  const [told, setTold] = useState<(Refused & { fields: Readonly<Record<string, string>> }) | null>(null);
  const { same = Object.is } = fields;
  const dirty = (Object.keys(fields.labels) as (keyof Draft)[]).some((field) => !same(draft[field], base.draft[field]));
  // At once: Escape may be the very next key.
  useLayoutEffect(() => onDirty(dirty), [onDirty, dirty]);

  /** REL-07: what somebody else has saved is told, and what was typed stays. */
  const takeOver = async (failure: unknown): Promise<boolean> => {
    if (!(failure instanceof CallFailure) || failure.code !== 'stale') return false;
    const theirs = await readNow().catch(() => undefined);
    if (!theirs) return false;
    const rebased = rebase(base.draft, draft, theirs.draft, fields);
    setBase(theirs);
    setDraft(rebased.draft);
    setChanged({ differences: rebased.differences, isOwn: isOwnChange(failure) });
    setTold(null);
    return true;
  };

  const word = group.type === 'clinicalTrial' ? 'trial' : 'site';
  const save = async (send: (draft: Draft, version: number) => Promise<unknown>) => {
    onBusy(true);
    try {
      await send(draft, base.version);
      toastSuccess(`${word === 'trial' ? 'Trial' : 'Site'} ${group.groupName} was configured.`);
      onClose();
    } catch (failure) {
      setAsking(false);
      if (!(await takeOver(failure)))
        setTold({
          ...saidAs(failure, {
            of: `The ${word} was`,
            done: 'configured',
            press: 'Configure',
            text: refusalOf(failure),
          }),
          fields: failure instanceof CallFailure ? failure.fields : {},
        });
    } finally {
      onBusy(false);
    }
  };

  return {
    group,
    draft,
    before: base.draft,
    isFirst: base.isFirst,
    dirty,
    asking,
    changed,
    told,
    type: (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })),
    ask: setAsking,
    forget: () => setTold(null),
    save,
  };
}

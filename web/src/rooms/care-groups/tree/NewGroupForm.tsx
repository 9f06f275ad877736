import { Select, Stack } from '@mantine/core';
import type { GroupType } from '@portal/contract/care-groups/rules.ts';
import type { ReactNode } from 'react';
import { useViewer } from '#api/viewer.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { type ToastAction, toastSuccess } from '#kit/toast.ts';
import { type Draft, isComplete, newGroup, typeWords } from './draft.ts';
import { GroupFields } from './GroupFields.tsx';
import { saidAs } from '#shared/way-on.ts';
import { useAddGroup } from '../queries.ts';

/** The fields of a new group; `parent` is the field of where it belongs, and decides the types there are (CGP-16, CGP-17). */
export function NewGroupForm(props: {
  draft: Draft;
  onType: (part: Partial<Draft>) => void;
  /** Those offered; none hides the field, the type is settled. */
  types: readonly GroupType[] | null;
  parent: ReactNode;
  /** What stands between the fields and the buttons. */
  children?: ReactNode;
  /** The button that creates it. */
  press: string;
  buttons: (state: { busy: boolean; isReady: boolean; refused: Refused | null }) => ReactNode;
  onBusy?: (busy: boolean) => void;
  onAdded: (gId: number) => void;
  /** What the message that there is one leads to. */
  leadsTo?: ((gId: number) => ToastAction) | undefined;
}) {
  const { draft, onType, types, parent, children, press, buttons, onBusy, onAdded, leadsTo } = props;
  const viewer = useViewer();
  const add = useAddGroup();
  const isReady = isComplete(draft);
  const save = async () => {
    onBusy?.(true);
    await add.mutateAsync({ body: newGroup(draft, viewer) }).then(
      ({ gId }) => {
        toastSuccess(`Care group ${draft.groupName.trim()} was created.`, leadsTo?.(gId));
        onAdded(gId);
      },
      () => undefined,
    );
    onBusy?.(false);
  };
  return (
    <form
      noValidate
      aria-label="Create Care Group"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void save();
      }}
    >
      <Stack gap="md">
        <GroupFields draft={draft} onType={onType} />
        {parent}
        {types && (
          <Select
            label="Type"
            required
            placeholder="Choose a type"
            data={types.map((one) => ({ value: one, label: typeWords[one] }))}
            value={draft.type}
            allowDeselect={false}
            onChange={(chosen) => onType({ type: chosen as GroupType | null })}
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
        )}
        {children}
        {buttons({
          busy: add.isPending,
          isReady,
          refused: add.error && saidAs(add.error, { of: 'The care group was', done: 'created', press }),
        })}
      </Stack>
    </form>
  );
}

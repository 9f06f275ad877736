import '#kit/all-styles.ts';
import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { DateField } from '#kit/DateField.tsx';
import { DesktopHint } from '#kit/DesktopHint.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { FactList } from '#kit/FactList.tsx';
import { FrequencyField } from '#kit/FrequencyField.tsx';
import { lazyDialog, lazyPart } from '#kit/lazy-part.tsx';
import { ListEnd } from '#kit/ListEnd.tsx';
import { Notice } from '#kit/Notice.tsx';
import { NumberListField } from '#kit/NumberListField.tsx';
import { emptyPattern, PatternField } from '#kit/PatternField.tsx';
import { PdfPreview } from '#kit/PdfPreview.tsx';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { Refusal } from '#kit/Refusal.tsx';
import { RowActions } from '#kit/RowActions.tsx';
import { SearchField } from '#kit/SearchField.tsx';
import { SecretField } from '#kit/SecretField.tsx';
import { Section } from '#kit/Section.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { StrictField } from '#kit/StrictField.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { SuggestField } from '#kit/SuggestField.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { Toasts } from '#kit/Toasts.tsx';
import { SitePicker } from '#shared/SitePicker.tsx';
import { StatusBadge, statusWords, WordBadge } from '#shared/StatusBadge.tsx';
import { KitForm } from './KitForm.tsx';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';

const long =
  'Pneumonoultramicroscopicsilicovolcanoconiosis Research Centre of the University Hospitals of Northern Lakeshire';
const nothing = () => undefined;
const never = () => Promise.reject(new Error('It does not come.'));
const PartThatFails = lazyPart<{ Part: () => null }, 'Part'>(never, 'Part');
const DialogThatFails = lazyDialog<{ Part: (props: { onClose: () => void }) => null }, 'Part'>(never, 'Part');

/** `/dev/kit`, in development mode alone: every part that screens are made of, in every state it can be in. */
export default function Kit() {
  return (
    <Stack component="main" gap="xl" p="lg" maw={1180} mx="auto">
      <Toasts />
      <DesktopHint />
      <Title order={1}>Parts of the portal</Title>
      <Part title="Buttons">
        <Buttons />
      </Part>
      <Part title="Fields">
        <Fields />
      </Part>
      <Part title="Tables">
        <Tables />
      </Part>
      <Part title="Sections">
        <Sections />
      </Part>
      <Part title="States of a page">
        <Loading />
        <Empty message="There are no shipments yet." action={<Button>Create Shipment Request</Button>} />
        <Failed message="The shipments could not be loaded." onRetry={nothing} />
        <PartThatFails />
      </Part>
      <Part title="Notices">
        <Notices />
      </Part>
      <Part title="Statuses">
        <Group>
          {(Object.keys(statusWords) as ShipmentStatus[]).map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </Group>
        <Group>
          {['green', 'gray', 'yellow', 'red', 'blue'].map((colour) => (
            <WordBadge key={colour} colour={colour}>
              {`In ${colour}`}
            </WordBadge>
          ))}
        </Group>
        <FactList
          facts={[
            ['Protocol', 'AUR-101'],
            ['Site', long],
            ['Phone', ''],
          ]}
        />
      </Part>
      <Part title="Field builder">
        <KitForm />
      </Part>
      <Part title="Dialogs and messages">
        <Opened />
      </Part>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" aria-label={title} gap="md">
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

function Buttons() {
  const [pressed, setPressed] = useState<readonly string[]>(['late']);
  const turn = (key: string) =>
    setPressed(pressed.includes(key) ? pressed.filter((one) => one !== key) : [...pressed, key]);
  return (
    <>
      <Group>
        <Button>Primary</Button>
        <Button variant="default">Secondary</Button>
        <Button variant="subtle">Quiet</Button>
        <Button disabled>Disabled</Button>
        <SubmitButton onPress={nothing}>Send</SubmitButton>
        <SubmitButton onPress={nothing} ready={false}>
          Something is missing
        </SubmitButton>
        <SubmitButton onPress={nothing} busy>
          Being sent
        </SubmitButton>
        <SubmitButton onPress={nothing} color="red.8">
          Deactivate
        </SubmitButton>
      </Group>
      <PressedButtons
        label="Show only"
        of={[
          { key: 'processing', label: 'Processing', count: 12 },
          { key: 'shipped', label: 'Shipped', count: 0 },
          { key: 'late', label: 'Late', count: 3, loud: true },
          { key: 'missing', label: 'Missing', count: 2, loud: true },
        ].map((one) => ({ ...one, pressed: pressed.includes(one.key) }))}
        onPress={turn}
      />
    </>
  );
}

const digits = { keep: (typed: string) => typed.replaceAll(/\D/g, ''), refused: /\D/g, only: 'Digits only' };

function Fields() {
  const [text, setText] = useState('');
  const [day, setDay] = useState<string | null>('2026-11-23');
  const [numbers, setNumbers] = useState([1, 5]);
  const [pattern, setPattern] = useState(emptyPattern);
  const [frequency, setFrequency] = useState<string | null>('2w');
  const suggest = {
    label: 'Country',
    value: text,
    options: ['France', 'Finland'],
    nothing: 'No country',
    onType: setText,
  };
  const sites = [
    { gId: 1, displayName: 'Boston General' },
    { gId: 2, displayName: long },
  ];
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <SearchField value={text} onChange={setText} placeholder="Number, subject, product" />
      <SitePicker sites={sites} value={2} onChange={nothing} />
      <SitePicker label="Trial site, loading" sites={[]} value={null} onChange={nothing} loading />
      <DateField label="Day" value={day} onChange={setDay} />
      <DateField label="Missing day" value={null} onChange={nothing} error="Please enter a date" required />
      <DateField label="Disabled day" value={day} onChange={nothing} disabled />
      <FrequencyField label="Frequency" value={frequency} onChange={setFrequency} />
      <FrequencyField label="Missing frequency" value={null} onChange={nothing} error="must be chosen" required />
      <PatternField label="Pattern" value={pattern} onChange={setPattern} />
      <NumberListField label="Numbers" value={numbers} onChange={setNumbers} />
      <NumberListField label="Missing numbers" value={[]} onChange={nothing} error="must not be empty" />
      <StrictField label="Digits" allowed={digits} value="12" onChange={nothing} />
      <StrictField label="Wrong digits" allowed={digits} value="" onChange={nothing} error="must be filled in" />
      <SecretField label="Password" />
      <SuggestField {...suggest} onPick={setText} />
      <SuggestField {...suggest} label="Wrong country" onPick={setText} error="is not served" required />
    </SimpleGrid>
  );
}

interface Row {
  id: number;
  name: string;
  site: string;
  amount: number;
}
const rows: readonly Row[] = Array.from({ length: 12 }, (_, at) => ({
  id: at + 1,
  name: at === 1 ? long : `Subject 101-${String(at + 1).padStart(3, '0')}`,
  site: 'Boston General',
  amount: at * 7,
}));
const actions = [
  { label: 'Mark as processing', onClick: nothing, isNextStep: true },
  { label: 'View', onClick: nothing },
  { label: 'Card', onClick: nothing, disabled: true, hint: 'This trial has no card.' },
  { label: 'Cancel request', onClick: nothing, danger: true },
];
const columns: readonly Column<Row>[] = [
  { accessor: 'name', title: 'Name', sortable: true, card: 'head' },
  { accessor: 'site', title: 'Site' },
  { accessor: 'amount', title: 'Quantity', textAlign: 'right', sortable: true },
  {
    accessor: 'actions',
    title: 'Actions',
    titleHidden: true,
    textAlign: 'right',
    card: 'foot',
    render: ({ id }) => <RowActions of={`row ${id}`} items={actions} />,
  },
];

function Tables() {
  const table = { columns, idAccessor: 'id' as const, records: [] as readonly Row[], empty: 'There are no rows yet.' };
  return (
    <>
      <AppTable
        {...table}
        label="Rows"
        storeKey="kit rows"
        records={rows}
        pageSize={5}
        order={{ accessor: 'name', down: false }}
      />
      <AppTable {...table} label="Rows that are loading" storeKey="kit loading" loading />
      <AppTable {...table} label="No rows" storeKey="kit empty" emptyAction={<Button>Add a row</Button>} />
      <AppTable
        {...table}
        label="No row that matches"
        storeKey="kit filtered"
        empty="Nothing here matches"
        emptyAction={<Button variant="default">Clear</Button>}
      />
    </>
  );
}

function Sections() {
  const beyond = { more: true, isLoading: false, load: () => Promise.resolve() };
  return (
    <>
      <Section title="Pending" count={1} late={1} hint="awaiting partner approval">
        <AppTable
          label="Pending"
          storeKey="kit pending"
          columns={columns}
          idAccessor="id"
          records={rows.slice(0, 1)}
          empty="Nothing is pending"
        />
        <ListEnd shown={500} things="past shipments" others="older" beyond={beyond} />
      </Section>
      <Section title={long} count="more than 5,000">
        <ListEnd shown={500} things="past shipments" others="older" beyond={{ ...beyond, isLoading: true }} />
      </Section>
    </>
  );
}

function Notices() {
  const differences = [
    { label: 'Name', theirs: 'Boston General', kept: true },
    { label: 'Phone', theirs: '', kept: false },
  ];
  return (
    <>
      <Notice tone="info">Only so you know.</Notice>
      <Notice tone="warning" title="Please check">
        {long}
      </Notice>
      <Refusal title="The request was not sent" text="The product is in an active request." />
      <ChangedNotice what="site" differences={differences} />
    </>
  );
}

const dialogs = [
  'Form',
  'Form_with_a_name_like_that_of_a_report_27-11-2026_01-02-2026',
  'Refused form',
  'Question',
  'Grave question',
  'Busy question',
  'Preview',
  'Missing dialog',
] as const;

function Opened() {
  const [open, setOpen] = useState<(typeof dialogs)[number] | null>(null);
  const close = () => setOpen(null);
  const question = { opened: true, title: 'Deactivate this site?', onConfirm: nothing, onClose: close };
  return (
    <>
      <Group>
        {dialogs.map((one) => (
          <Button key={one} variant="default" onClick={() => setOpen(one)}>
            {one}
          </Button>
        ))}
        <Button
          variant="default"
          onClick={() => {
            toastSuccess('Request 109 is processing', { label: 'View', onPress: nothing });
            toastSuccess(`${long} was saved`);
            toastFailure('The request could not be sent. Please try again.');
          }}
        >
          Messages
        </Button>
      </Group>
      {(open?.startsWith('Form') || open === 'Refused form') && (
        <Dialog opened title={open} onClose={close}>
          <Stack>
            <SearchField label="Name" value="" onChange={nothing} required />
            <Text>{long}</Text>
            <DialogFooter says="Name is missing." refused={open === 'Refused form' && { title: 'It was not saved' }}>
              <DialogCancel />
              <SubmitButton onPress={nothing} ready={open === 'Refused form'}>
                Save
              </SubmitButton>
            </DialogFooter>
          </Stack>
        </Dialog>
      )}
      {open === 'Question' && (
        <ConfirmDialog {...question} confirm="Send">
          It is sent to the pharmacy.
        </ConfirmDialog>
      )}
      {open === 'Grave question' && (
        <ConfirmDialog {...question} danger confirm="Deactivate" refused={{ title: 'It is still in use' }}>
          Nothing more can be sent to it.
        </ConfirmDialog>
      )}
      {open === 'Busy question' && (
        <ConfirmDialog {...question} busy confirm="Sending">
          It is on its way.
        </ConfirmDialog>
      )}
      {open === 'Preview' && (
        <PdfPreview
          title="Proof of delivery"
          file={undefined}
          filename="proof.pdf"
          failure="The document could not be loaded."
          onRetry={nothing}
          onClose={close}
        />
      )}
      {open === 'Missing dialog' && <DialogThatFails onClose={close} />}
    </>
  );
}

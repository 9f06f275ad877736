import '#kit/later-styles.ts';
import { Button, Group, MultiSelect, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { userTypes } from '@portal/contract/access.ts';
import { givenAlert, type Severity } from '@portal/contract/companies/brand-rules.ts';
import type { BrandInfo } from '@portal/contract/companies/brand-wire.ts';
import { useState } from 'react';
import { CallFailure, isOwnChange } from '#api/failure.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { DateField } from '#kit/DateField.tsx';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { refusedAs } from '#shared/way-on.ts';
import { bodyOf, isSame, type Rebased, rebaseAlerts, severities, type Typed, typedOf, whoChanged } from './alerts.ts';
import { brandNow, useChangeBrand } from './queries.ts';
import classes from './companies.module.css';

const act = { of: 'The alerts were', done: 'changed', press: 'Save' };

/** What a brand wants its users to know, and on which days (OPN-32). */
export function AlertsDialog({ brand, onClose }: { brand: BrandInfo; onClose: () => void }) {
  const changing = useChangeBrand();
  const [base, setBase] = useState(brand);
  const [alerts, setAlerts] = useState(() => typedOf(brand));
  const [added, setAdded] = useState(0);
  const [sent, setSent] = useState(false);
  const [said, setSaid] = useState<Refused | null>(null);
  /** What somebody else has changed meanwhile. */
  const [theirs, setTheirs] = useState<(Rebased & { isOwn: boolean }) | null>(null);
  const dirty = !isSame(alerts, typedOf(base));
  const put = (key: string, part: Partial<Typed>) =>
    setAlerts((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = () => {
    setAdded(added + 1);
    const empty = { message: '', severity: 'info' as const, types: [], from: null, until: null };
    setAlerts([...alerts, { ...empty, key: `new-${added}` }]);
  };

  const send = async () => {
    setSent(true);
    setSaid(null);
    if (alerts.some((one) => !givenAlert.safeParse(bodyOf(one)).success)) return;
    const { company_id, brandId, version } = base;
    try {
      await changing.mutateAsync({ body: { company_id, brandId, version, alerts: alerts.map(bodyOf) } });
      toastSuccess(`The alerts of ${base.companyName} were changed.`);
      onClose();
    } catch (failure) {
      await explain(failure);
    }
  };
  /** What somebody else has changed is taken over and told, and what was done here stays (REL-07). */
  const explain = async (failure: unknown) => {
    if (!(failure instanceof CallFailure)) throw failure;
    if (failure.status === 401) return;
    const current = failure.code === 'stale' ? await brandNow(base).catch(() => undefined) : undefined;
    if (!current) return setSaid(refusedAs(failure, act));
    const rebased = rebaseAlerts(base, alerts, current);
    setAlerts(rebased.alerts);
    setBase(current);
    const isOwn = isOwnChange(failure);
    setTheirs({ ...rebased, isOwn });
    const next = isSame(rebased.alerts, typedOf(current))
      ? 'Nothing is left to save.'
      : 'Save again to keep what is shown here.';
    setSaid(refusedAs(failure, { ...act, text: `${whoChanged(isOwn)} ${next}` }));
  };

  return (
    <Dialog opened onClose={onClose} mayClose={!changing.isPending} dirty={dirty} size="lg" title="Alerts">
      <form
        noValidate
        aria-label="Alerts"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap="lg">
          {theirs && (
            <ChangedNotice what="brand" differences={theirs.differences} others={theirs.told} isOwn={theirs.isOwn} />
          )}
          <Text c="gray.7">
            An alert for everybody is also shown on the sign-in page once the brand has an address of its own. Strangers
            can read it there.
          </Text>
          {alerts.length === 0 && <Text c="gray.7">There are no alerts.</Text>}
          {alerts.map((one, at) => {
            const issues = sent ? (givenAlert.safeParse(bodyOf(one)).error?.issues ?? []) : [];
            const problem = (field: string) => issues.find(({ path }) => path[0] === field)?.message;
            const name = `Alert ${at + 1}`;
            return (
              <fieldset key={one.key} className={classes.day}>
                <legend>{name}</legend>
                <Stack gap="sm">
                  <LimitedTextarea
                    label="Message"
                    required
                    rows={3}
                    most={500}
                    value={one.message}
                    error={problem('message')}
                    onChange={({ currentTarget }) => put(one.key, { message: currentTarget.value })}
                  />
                  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
                    <Select
                      label="Kind"
                      data={severities}
                      value={one.severity}
                      allowDeselect={false}
                      onChange={(value) => value && put(one.key, { severity: value as Severity })}
                    />
                    <MultiSelect
                      label="For"
                      placeholder={one.types.length === 0 ? 'Everybody' : undefined}
                      data={userTypes}
                      value={one.types}
                      onChange={(types) => put(one.key, { types: types as Typed['types'] })}
                    />
                    <DateField
                      label="From"
                      description="The first day, in UTC"
                      aria-label={`${name}: from`}
                      value={one.from}
                      error={problem('from')}
                      onChange={(from) => put(one.key, { from })}
                    />
                    <DateField
                      label="Until"
                      description="The last day, in UTC"
                      aria-label={`${name}: until`}
                      value={one.until}
                      error={problem('until')}
                      onChange={(until) => put(one.key, { until })}
                    />
                  </SimpleGrid>
                  <Group>
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Remove ${name.toLowerCase()}`}
                      onClick={() => setAlerts(alerts.filter(({ key }) => key !== one.key))}
                    >
                      Remove
                    </Button>
                  </Group>
                </Stack>
              </fieldset>
            );
          })}
          <Group>
            <Button variant="default" disabled={alerts.length >= 20} onClick={add}>
              Add Alert
            </Button>
          </Group>
          <DialogFooter refused={said}>
            <DialogCancel disabled={changing.isPending} />
            <SubmitButton busy={changing.isPending} ready={dirty}>
              Save
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

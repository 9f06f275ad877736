import { Button, Checkbox, CloseButton, Group, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { Dialog } from '#kit/Dialog.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import { OfPatient } from '#shared/OfPatient.tsx';
import { nextProxyId, type Proxy, readProxies, writeProxies } from './proxies.ts';

/** A demonstration alone (DMO-02 to DMO-04): who may act for a patient, kept in this browser; nothing is sent. */
export function ProxyUsers({ uId, onClose }: { uId: number; onClose: () => void }) {
  const [proxies, setProxies] = useState(() => readProxies(uId));
  const [name, setName] = useState({ fName: '', lName: '' });
  const keep = (next: readonly Proxy[]) => {
    setProxies(next);
    writeProxies(uId, next);
  };
  const [leaving, setLeaving] = useState<Proxy | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const missing = (given: string) => isAsked && given.trim() === '' && 'is required';
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const [fName, lName] = [name.fName.trim(), name.lName.trim()];
    setIsAsked(!fName || !lName);
    if (!fName || !lName) return;
    keep([...proxies, { proxyId: nextProxyId(uId), fName, lName, accessGranted: true }]);
    setName({ fName: '', lName: '' });
  };
  return (
    <Dialog opened title="Proxy users" dirty={name.fName !== '' || name.lName !== ''} onClose={onClose}>
      <Stack gap="sm">
        <OfPatient uId={uId} />
        <Text size="sm" c="gray.7">
          Demo: kept in this browser only.
        </Text>
        {proxies.map((one) => (
          <Group key={one.proxyId} justify="space-between" wrap="nowrap">
            <Checkbox
              label={`${one.proxyId}. ${one.fName} ${one.lName}, access granted`}
              checked={one.accessGranted}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                keep(proxies.map((other) => (other === one ? { ...one, accessGranted: checked } : other)));
              }}
            />
            <CloseButton aria-label={`Remove ${one.fName} ${one.lName}`} onClick={() => setLeaving(one)} />
          </Group>
        ))}
        <form onSubmit={add}>
          <Group align="flex-start" gap="xs">
            <LimitedTextInput
              label="Proxy first name"
              most={32}
              value={name.fName}
              error={missing(name.fName)}
              onChange={(event) => setName({ ...name, fName: event.currentTarget.value })}
            />
            <LimitedTextInput
              label="Proxy last name"
              most={32}
              value={name.lName}
              error={missing(name.lName)}
              onChange={(event) => setName({ ...name, lName: event.currentTarget.value })}
            />
            <Button type="submit" variant="default" mt={24}>
              Add proxy
            </Button>
          </Group>
        </form>
      </Stack>
      {/* CLN-19. */}
      {leaving && (
        <ConfirmDialog
          opened
          title="Remove Proxy User"
          confirm="Remove"
          cancel="Close"
          danger
          onConfirm={() => {
            keep(proxies.filter(({ proxyId }) => proxyId !== leaving.proxyId));
            setLeaving(null);
          }}
          onClose={() => setLeaving(null)}
        >
          <Text style={{ overflowWrap: 'anywhere' }}>
            {leaving.fName} {leaving.lName} leaves the proxy users of this patient.
          </Text>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

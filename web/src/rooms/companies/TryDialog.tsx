import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { BrandInfo } from '@portal/contract/companies/brand-wire.ts';
import { sentenceOf } from '#api/failure.ts';
import { useCopy } from '#kit/copy.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { useBrandTrial } from './queries.ts';

/** The sign-in page of a brand before it is given an address of its own (BRN-01). */
export function TryDialog({ brand, onClose }: { brand: BrandInfo; onClose: () => void }) {
  const trial = useBrandTrial(brand);
  return (
    <Dialog opened onClose={onClose} title={`Try ${brand.companyName}`}>
      <Stack gap="md">
        {trial.isError && <Failed message={sentenceOf(trial.error)} onRetry={() => void trial.refetch()} />}
        {trial.isLoading && <Loading />}
        {trial.data && <Trial brand={brand} {...trial.data} />}
      </Stack>
    </Dialog>
  );
}

function Trial({ brand, path, hosts }: { brand: BrandInfo; path: string; hosts: readonly string[] }) {
  const { copy, said } = useCopy(new URL(path, window.location.origin).href, {
    copied: 'The link was copied.',
    failed: 'The link could not be copied. Open it and copy its address.',
  });
  return (
    <>
      <Text>
        The sign-in page with the colors, images and alerts of this brand. Anyone who has the link can see it; without
        the link nobody can.
      </Text>
      <Group gap="sm">
        <Anchor href={path} target="_blank" rel="noopener">
          Open the sign-in page
        </Anchor>
        <Button variant="default" size="xs" onClick={copy}>
          Copy Link
        </Button>
      </Group>
      <Text size="sm" role="status">
        {said}
      </Text>
      {hosts.length > 0 ? (
        <Text>Shown to everybody at {hosts.join(', ')}.</Text>
      ) : (
        <Text>
          It has no address of its own yet: at the portal’s common address only people of this company see it, once they
          have signed in. The operator of the portal gives it one; tell them the number of the brand,{' '}
          <code>{brand.brandId}</code>.
        </Text>
      )}
    </>
  );
}

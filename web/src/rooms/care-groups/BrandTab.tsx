import { Button, Group, Select, Stack, Text } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { Held } from '#kit/Held.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { useAssignBrand, useBrands } from './queries.ts';

/** The brand that a group's people see, and another one for it (CGW-21, CGW-23). */
export function BrandTab({ group }: { group: CareGroup }) {
  const { companyId } = useViewer();
  const brands = useBrands();
  const assign = useAssignBrand();
  const [chosen, setChosen] = useState<string | null>(null);
  if (brands.isLoadingError)
    return <Failed message="There was a problem loading brands" onRetry={() => void brands.refetch()} />;
  if (!brands.data) return <Loading />;
  const current = brands.data.find(({ brandId }) => brandId === group.brandId);
  const put = (brandId: number | null) =>
    assign.mutate(
      { body: { companyId, gId: group.gId, brandId, version: group.version } },
      {
        onSuccess: ({ message }) => {
          toastSuccess(message);
          setChosen(null);
        },
      },
    );
  return (
    <Stack gap="md" maw={480}>
      <Held isSending={assign.isPending}>
        <Text>
          Current brand: <b>{current ? current.companyName : 'None'}</b>
        </Text>
        <Select
          label="Update Brand"
          placeholder="Choose a brand"
          data={brands.data
            .filter(({ brandId }) => brandId !== group.brandId)
            .map(({ brandId, companyName, brandKey }) => ({
              value: String(brandId),
              label: `${companyName} (${brandKey})`,
            }))}
          value={chosen}
          onChange={setChosen}
          nothingFoundMessage="There is no other brand."
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        <Group>
          <SubmitButton ready={chosen !== null} busy={assign.isPending} onPress={() => put(Number(chosen))}>
            Update Brand
          </SubmitButton>
          {current && (
            <Button variant="default" disabled={assign.isPending} onClick={() => put(null)}>
              Remove Brand
            </Button>
          )}
        </Group>
      </Held>
    </Stack>
  );
}

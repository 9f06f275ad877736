import { NativeSelect } from '@mantine/core';

/** Chooses the trial site a screen works with. The browser's own list: it is on the first page of most people. */
export function SitePicker(props: {
  sites: readonly { gId: number; displayName: string }[];
  value: number | null;
  onChange: (gId: number) => void;
  label?: string;
  placeholder?: string;
  loading?: boolean;
}) {
  const { sites, value, onChange, label = 'Trial site', placeholder = 'Choose trial site', loading } = props;
  const nothingChosen = value === null;
  return (
    <NativeSelect
      label={label}
      data={[
        ...(nothingChosen ? [{ value: '', label: placeholder, disabled: true }] : []),
        ...sites.map((site) => ({ value: String(site.gId), label: site.displayName })),
      ]}
      value={nothingChosen ? '' : String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      disabled={loading}
      miw={210}
    />
  );
}

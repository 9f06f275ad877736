import { Select } from '@mantine/core';

/** Chooses the trial site a screen works with. */
export function SitePicker(props: {
  sites: readonly { gId: number; displayName: string }[];
  value: number | null;
  onChange: (gId: number) => void;
  label?: string;
  placeholder?: string;
  loading?: boolean;
}) {
  const { sites, value, onChange, label = 'Trial site', placeholder = 'Choose trial site', loading } = props;
  return (
    <Select
      label={label}
      placeholder={placeholder}
      data={sites.map((site) => ({ value: String(site.gId), label: site.displayName }))}
      value={value === null ? null : String(value)}
      onChange={(picked) => picked && onChange(Number(picked))}
      allowDeselect={false}
      searchable={sites.length > 8}
      disabled={loading}
      nothingFoundMessage="No trial sites found"
      miw={240}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}

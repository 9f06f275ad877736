import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { accessReport, type Account } from '@portal/contract/audit/endpoints.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { serverNow } from '#api/clock.ts';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { csvOf, datedFileName, saveCsv } from '#kit/csv.ts';
import { DateField } from '#kit/DateField.tsx';
import { saveFile } from '#kit/save-file.ts';
import { Failed } from '#kit/States.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { today } from '#kit/today.ts';
import { ListToolbar } from '#shared/ListToolbar.tsx';
import { useNarrowedList } from '#shared/narrowed-list.ts';
import { AccessTable } from './AccessTable.tsx';
import { accessRow, isAccountFound, stateFilters } from './access-row.ts';
import type { AccessSearch } from '../filter.ts';
import { useAccessReport } from '../queries.ts';
import { leftOutAsNotKept, notByGroup, onlyPeopleOf, type Reported, whyNotKept, wholeOrPart } from './whose.ts';

/** Who had which access on a day, and who has not signed in for 90 days (P11-16). */
export function AccessReport(props: {
  search: AccessSearch;
  onSearch: (next: AccessSearch) => void;
  onShowChanges: (account: Account) => void;
}) {
  const { search, onSearch, onShowChanges } = props;
  const last = serverNow().toISOString().slice(0, 10);
  const day = search.day ?? last;
  const report = useAccessReport(day, last);
  const all = report.data?.accounts ?? [];
  const shownOf = (some: readonly Account[]) =>
    search.absent ? some.filter((account) => account.notSignedInFor90Days) : some;
  const list = useNarrowedList(shownOf(all), isAccountFound, stateFilters);
  const [saving, setSaving] = useState(false);
  const isSearched = list.text.trim() !== '';
  /** What is not in a file, in sentences. */
  const narrowedIn = (reported: Reported) => [
    ...onlyPeopleOf(reported),
    ...(search.absent ? [`${absentWords}.`, ...leftOutAsNotKept(reported.accounts)] : []),
    ...(list.words ? [`Narrowed to ${list.words}.`] : []),
    ...(isSearched && !reported.groups ? [notByGroup] : []),
  ];
  type Write = (reported: Reported, narrowed: string[], fileName: string) => Promise<void>;
  const save = async (fileName: string, write: Write) => {
    setSaving(true);
    try {
      // Asked for anew: a report that leaves the portal is on record (SEC-39).
      const anew = await call(accessReport, { query: { day, file: true } });
      await write({ ...anew, accounts: shownOf(anew.accounts).filter(list.holds) }, narrowedIn(anew), fileName);
      toastSuccess(`${fileName} is downloaded.`);
    } catch (failure) {
      if (!(failure instanceof CallFailure && failure.status === 401)) toastFailure(sentenceOf(failure));
    } finally {
      setSaving(false);
    }
  };
  const csvName = datedFileName('Access_Report', today());
  const saveTable: Write = async ({ company, accounts }, narrowed, fileName) => {
    const inFile = [wholeOrPart(company, narrowed), ...whyNotKept(accounts)].join(' ');
    saveCsv(await csvOf(accounts.map((account) => accessRow(account, day, inFile))), fileName);
  };
  const savePages: Write = async ({ company = '', accounts }, narrowed, fileName) => {
    const { drawAccessReport } = await import('./draw-access-report.ts');
    const bytes = await drawAccessReport({ day, company, madeAt: serverNow(), narrowed, accounts });
    saveFile(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }), fileName);
  };
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={2}>Access Report</Title>
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={list.found.length === 0 || saving}
            onClick={() => void save(csvName.replace(/csv$/, 'pdf'), savePages)}
          >
            Export PDF
          </Button>
          <Button
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={list.found.length === 0 || saving}
            onClick={() => void save(csvName, saveTable)}
          >
            Export CSV
          </Button>
        </Group>
      </Group>
      <Text size="sm" c="gray.7">
        {whoseAccess(report.data)}
      </Text>
      {isSearched && report.data && !report.data.groups && (
        <Text size="sm" c="gray.7">
          {notByGroup}
        </Text>
      )}
      {(search.absent ? leftOutAsNotKept(all) : whyNotKept(all)).map((sentence) => (
        <Text key={sentence} size="sm" c="gray.7">
          {sentence}
        </Text>
      ))}
      <ListToolbar
        list={list}
        things="accounts"
        placeholder="Name, email, type or group"
        scope={
          <DayField
            day={day}
            last={last}
            onDay={(next) => onSearch({ ...search, day: next === last ? undefined : next })}
          />
        }
        more={
          <Checkbox
            label={absentWords}
            mb={8}
            checked={search.absent ?? false}
            onChange={(event) => onSearch({ ...search, absent: event.currentTarget.checked || undefined })}
          />
        }
      />
      {report.isLoadingError ? (
        <Failed message={sentenceOf(report.error)} onRetry={() => void report.refetch()} />
      ) : (
        <AccessTable
          list={list}
          loading={report.isLoading}
          empty={emptyWords({
            isToCome: day > last,
            nobodyIsAbsent: search.absent === true && all.length > 0,
            areAllKept: whyNotKept(all).length === 0,
            isOfGroups: !!report.data?.groups,
          })}
          pageKey={`${day} ${search.absent} ${list.words}`}
          onShowChanges={onShowChanges}
        />
      )}
    </Stack>
  );
}

const absentWords = 'Only people who have not signed in for 90 days';

function whoseAccess(reported: Reported | undefined): string {
  if (!reported) return 'Access at the end of the day (UTC), from the audit trail.';
  if (!reported.groups)
    return 'Each account of the company with the access it had at the end of the day (UTC), from the audit trail.';
  const when = 'Their access is that of the end of the day (UTC), from the audit trail.';
  return [...onlyPeopleOf(reported), ...(reported.groups.length > 0 ? [when] : [])].join(' ');
}

function emptyWords(of: {
  isToCome: boolean;
  nobodyIsAbsent: boolean;
  areAllKept: boolean;
  isOfGroups: boolean;
}): string {
  if (of.isToCome) return 'There is no report yet.';
  if (of.nobodyIsAbsent && of.areAllKept) return 'Everyone signed in during the previous 90 days.';
  if (of.nobodyIsAbsent) return 'Everyone whose sign-ins are kept signed in during the previous 90 days.';
  return of.isOfGroups ? 'Nobody is in this report.' : 'There were no accounts on this day.';
}

/** The report stays on its day while another one is being typed. */
function DayField({ day, last, onDay }: { day: string; last: string; onDay: (day: string) => void }) {
  const [typed, setTyped] = useState<{ day: string; value: string | null }>({ day, value: day });
  return (
    <DateField
      label="Day (UTC)"
      value={typed.day === day ? typed.value : day}
      max={last}
      error={day > last ? 'This day is in the future.' : undefined}
      onChange={(value) => {
        setTyped({ day: value ?? day, value });
        if (value !== null) onDay(value);
      }}
    />
  );
}

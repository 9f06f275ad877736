import { Anchor, Stack, Text } from '@mantine/core';
import { isEarlierAsked } from '@portal/contract/assessments/rules.ts';
import { useState } from 'react';
import { AppTable } from '#kit/AppTable.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { SearchField } from '#kit/SearchField.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { type Survey, useSurveys } from './queries.ts';

/** ASB-02, ASB-03. */
export function AssessmentList(props: {
  mayBuild: boolean;
  onOpen: (surveyId: number) => void;
  onCopy: (survey: Survey) => void;
  onExport: (survey: Survey) => void;
}) {
  const { mayBuild, onOpen, onCopy, onExport } = props;
  const { surveys, isLoading } = useSurveys();
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = surveys.filter(({ surveyName }) => surveyName.toLowerCase().includes(words));
  return (
    <Stack gap="sm">
      <SearchField value={search} onChange={setSearch} maw="24rem" label="Search assessments" />
      <AppTable
        label="Assessment List"
        storeKey="assessments"
        records={found}
        columns={[
          {
            accessor: 'surveyName',
            title: 'Assessment Name',
            sortable: true,
            card: 'head',
            render: ({ surveyId, surveyName, ...state }) => (
              <>
                <Anchor
                  component="button"
                  type="button"
                  fz="inherit"
                  ta="left"
                  style={{ overflowWrap: 'anywhere' }}
                  onClick={() => onOpen(surveyId)}
                >
                  {surveyName}
                </Anchor>
                <WhyNotAnswered {...state} />
              </>
            ),
          },
          {
            accessor: 'timeCreated',
            title: 'Date Created',
            sortable: true,
            noWrap: true,
            render: ({ timeCreated }) => asClinicTime(timeCreated),
          },
          {
            accessor: 'actions',
            title: 'Action',
            titleHidden: true,
            width: 56,
            textAlign: 'right',
            render: (survey) => (
              <RowMenu
                label={`Actions for ${survey.surveyName}`}
                items={[
                  { label: 'Open', onClick: () => onOpen(survey.surveyId) },
                  { label: 'Copy', hidden: !mayBuild, onClick: () => onCopy(survey) },
                  { label: 'Export as JSON', onClick: () => onExport(survey) },
                ]}
              />
            ),
          },
        ]}
        idAccessor="surveyId"
        loading={isLoading}
        pageSize={5}
        sizes={['5', '10', '25', '100']}
        empty={words === '' ? 'No assessments to display' : `No assessment matches “${search.trim()}”.`}
        pageKey={words}
      />
    </Stack>
  );
}

/** What keeps it, or its newest definition, from being answered. */
function WhyNotAnswered({
  isUsable,
  newestIsUsable,
  hasQuestions,
}: Pick<Survey, 'isUsable' | 'newestIsUsable' | 'hasQuestions'>) {
  const isEarlier = isEarlierAsked({ isUsable, newestIsUsable });
  if (isUsable && !isEarlier) return null;
  const why = hasQuestions ? 'Has problems' : 'Not finished';
  const still = hasQuestions ? 'it cannot be answered yet' : 'it has no questions yet';
  return (
    <Text c="gray.7" fz="xs">
      {`${why}: ${isEarlier ? 'patients are asked an earlier definition' : still}`}
    </Text>
  );
}

import * as api from '@portal/contract/assessments/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';

type Listed = Extract<Ours<typeof api.readSurveys.reply>, { surveys: unknown }>;
export type Survey = Listed['surveys'][number];

/** ASB-03, APA-01: the assessments that have a graph, kept up to date; none where they could not be read (ASB-28). */
export function useSurveys() {
  const { companyId } = useViewer();
  const client = useQueryClient();
  useLive(['survey.changed'], () => {
    void client.invalidateQueries({ queryKey: [api.readSurveys.path] });
  });
  const { data, isLoading } = useQuery(read(api.readSurveys, { query: { companyId } }));
  const surveys = data && 'surveys' in data ? data.surveys : [];
  return { surveys: surveys.filter(({ hasQuestionGraph }) => hasQuestionGraph === 'true'), isLoading };
}

/** APA-02: one with its newest definition, or the one that is named, kept up to date; the builder keeps what it started from. */
export function useSurvey(surveyId: number, definition: number | null) {
  const { companyId } = useViewer();
  const client = useQueryClient();
  useLive(['survey.changed'], ({ id }) => {
    if (id === surveyId) void client.invalidateQueries({ queryKey: [api.readSurveys.path] });
  });
  const { data, isLoading, refetch } = useQuery({
    ...read(api.readSurveys, { query: { companyId, surveyId, definition: definition ?? undefined } }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  });
  return { survey: data && 'surveyDetails' in data ? data.surveyDetails[0] : undefined, isLoading, refetch };
}

/** The newest definition as it is kept now, to be copied or written to a file. */
export async function readSurveyNow(companyId: number, surveyId: number): Promise<api.SurveyDetail | undefined> {
  const reply = await call(api.readSurveys, { query: { companyId, surveyId } });
  return 'surveyDetails' in reply ? reply.surveyDetails[0] : undefined;
}

export const useCreateSurvey = () =>
  useCall(api.createSurvey, { refresh: [api.readSurveys], quiet: true, ofOneForm: true });
export const useSaveSurvey = () =>
  useCall(api.saveSurvey, { refresh: [api.readSurveys], quiet: true, ofOneForm: true });

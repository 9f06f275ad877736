import { type ModuleName, spelledAsStored } from '@portal/contract/access.ts';
import type { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import type { companyModules } from '@portal/contract/companies/endpoints.ts';
import type { Wire } from '@portal/contract/endpoint.ts';
import type { me } from '@portal/contract/identity/endpoints.ts';
import { refusedTypes } from '@portal/contract/identity/rules.ts';
import type { readProvider, trainingAcknowledgement } from '@portal/contract/providers/endpoints.ts';
import { keepFor } from '#kit/remember.ts';
import { showNotice } from '#kit/shown-notice.ts';
import { CallFailure } from './failure.ts';
import { send } from './send.ts';
import {
  type Viewer,
  endSession,
  giveWay,
  isAnother,
  isLeaving,
  leaveForGood,
  mayBeSignedIn,
  nobodySignedIn,
  onRenewal,
  renewToken,
  sessionState,
  setViewer,
} from './session.ts';
import { tellTabs } from './tabs.ts';

// What these calls answer is read as it comes: their schemas would weigh more than the sign-in page itself.
type Me = Wire<typeof me.reply>;
type Modules = { modules?: Wire<typeof companyModules.reply>['modules'] | null };

let starting: Promise<Viewer | null> | undefined;
let tookOver = false;

/** Whether the tab was somebody else's before whoever has come in: what was wanted in it is not what they want. */
export const hasTakenOver = (): boolean => tookOver;

/** The person who is signed in, once everything about them is loaded; null when nobody is (SES-01, SES-04). */
export function sessionStarted(): Promise<Viewer | null> {
  const { phase, viewer } = sessionState();
  if (viewer || phase === 'none') return Promise.resolve(viewer);
  starting ??= resume().finally(() => (starting = undefined));
  return starting;
}

async function resume(): Promise<Viewer | null> {
  const page = watchLeaving();
  try {
    if (isLeaving()) {
      void leaveForGood();
      nobodySignedIn();
      return null;
    }
    if (!sessionState().accessToken && !(mayBeSignedIn() && (await renewToken()))) {
      nobodySignedIn();
      return null;
    }
    return await loadViewer();
  } catch (error) {
    // SEC-03: whoever reloads while the page starts is still signed in; a page that stays all the same starts once more.
    if (page.isLeft()) return await afterwards(resume);
    // SES-03; a session that was refused on the way has ended already, as an expired one.
    if (!(error instanceof CallFailure) || error.status !== 401) endSession('connection');
    return null;
  } finally {
    page.stop();
  }
}

/** Some browsers give up what a page has asked for as soon as another one is to be loaded, and the page hears of it. */
function watchLeaving() {
  let isLeft = false;
  const leave = () => {
    isLeft = true;
  };
  const events = ['beforeunload', 'pagehide'] as const;
  for (const event of events) window.addEventListener(event, leave);
  return {
    isLeft: () => isLeft,
    stop: () => {
      for (const event of events) window.removeEventListener(event, leave);
    },
  };
}

const leavingMs = 2_000;
const afterwards = <T>(what: () => Promise<T>): Promise<T> =>
  new Promise<void>((resolve) => setTimeout(resolve, leavingMs)).then(what);

const readMe = async () => (await send({ method: 'GET', path: '/auth/me' })).reply as Me;

const mayComeIn = ({ type }: Me): boolean => {
  const isRefused = refusedTypes.includes(type);
  if (isRefused) endSession('refused');
  return !isRefused;
};

/** In one order, whichever call has named them: what is asked with them stays the same question. */
const inOrder = (gIds: readonly number[]) => gIds.toSorted((one, other) => one - other);

const rightsOf = (own: Me) => ({
  // PRM-02, OPN-88: two spellings of one role.
  type: spelledAsStored(own.type) as Me['type'],
  adminRights: Number(own.adminRights) === 1,
  seesWholeCompany: Number(own.seesWholeCompany) === 1,
  idleWarningSeconds: own.idleWarningSeconds,
  endsAt: new Date(own.endsAt),
  // What is read here stands as it came over the wire.
  emergencyAccess: own.emergencyAccess?.map((one) => ({ ...one, endsAt: new Date(one.endsAt) })),
});

/** SES-01, SES-02 and the order of SIG-12: modules, training acknowledgement, care groups. */
async function loadViewer(): Promise<Viewer | null> {
  const own = await readMe();
  if (isAnother(own.cpId)) {
    giveWay();
    return null;
  }
  if (!mayComeIn(own)) return null;
  const [modules, { provider }] = await Promise.all([loadModules(own.companyId), loadProvider(own.cpId)]);
  const named = nameMonths(provider.dateLanguage);
  const training = modules.includes('TrialCard') ? await loadTraining(own.cpId) : untrained;
  const { groups } = (await send({ method: 'GET', path: '/care-groups' })).reply as Wire<typeof listCareGroups.reply>;
  const viewer: Viewer = {
    cpId: own.cpId,
    companyId: own.companyId,
    ...rightsOf(own),
    modules,
    gIds: inOrder((groups ?? []).map((group) => group.gId)),
    fName: provider.fName,
    lName: provider.lName,
    phone: provider.phone,
    email: provider.email,
    ppId: provider.ppId,
    wpId: provider.wpId,
    trainingComplete: training.trainingComplete,
    trainingDocId: training.trainingDocId ?? provider.trainingDocId,
  };
  await named;
  // Somebody has left, or come in, while the last of it was on its way.
  if (sessionState().phase !== 'held') return null;
  tookOver = keepFor(viewer.cpId);
  // Whoever is in again need not read that an earlier session ended.
  showNotice(tookOver ? `You are now signed in as ${viewer.fName} ${viewer.lName}.` : null);
  setViewer(viewer);
  tellTabs({ type: 'signed-in', cpId: viewer.cpId });
  return viewer;
}

/**
 * SCP-07, SEC-06: changed rights, groups and modules act on the server at once. The menu, the guards and what is asked for within the
 * groups follow with the next token, or when the line says that what is in sight has changed.
 */
export async function rereadRights(): Promise<void> {
  const own = await readMe();
  const { viewer } = sessionState();
  if (!viewer) return;
  if (viewer.cpId !== own.cpId) return giveWay();
  if (!mayComeIn(own)) return;
  const modules = own.modules.map(({ name }) => name);
  const now = { ...viewer, ...rightsOf(own), gIds: inOrder(own.gIds), modules };
  // Who looks at a page need not see it drawn anew for nothing.
  if (JSON.stringify(now) !== JSON.stringify(viewer)) setViewer(now);
}
onRenewal(() => void rereadRights().catch(() => undefined));

/** OPN-42: an answer without a list means the module "Assessments"; an empty list means none. */
async function loadModules(companyId: number): Promise<ModuleName[]> {
  const out = { method: 'GET', path: '/company/modules', query: { company_id: companyId } } as const;
  const { modules } = (await send(out)).reply as Modules;
  return modules ? modules.map((module) => module.name) : ['Assessments'];
}

async function loadProvider(cpId: number): Promise<Wire<typeof readProvider.reply>> {
  const out = { method: 'GET', path: '/care-providers', query: { cp_id: cpId } } as const;
  return (await send(out)).reply as Wire<typeof readProvider.reply>;
}

let hasNames = false;
/** The names of a language are loaded for whoever has chosen one, and taken back for who comes after them. */
async function nameMonths(language: Wire<typeof readProvider.reply>['provider']['dateLanguage']): Promise<void> {
  if (!language && !hasNames) return;
  hasNames = true;
  const names = await import('#kit/date-language.ts').catch(() => undefined);
  await names?.chooseDateLanguage(language);
}

type Training = Pick<
  Wire<typeof trainingAcknowledgement.reply>['acknowledgementForm'],
  'trainingComplete' | 'trainingDocId'
>;
const untrained: Training = { trainingComplete: null, trainingDocId: null };

/** SES-05: a person is let in when this cannot be read. */
async function loadTraining(cpId: number): Promise<Training> {
  const out = { method: 'GET', path: '/care-provider/training-acknowledgement', query: { cp_id: cpId } } as const;
  try {
    const reply = (await send(out)).reply as Wire<typeof trainingAcknowledgement.reply>;
    return reply.acknowledgementForm ?? untrained;
  } catch {
    return untrained;
  }
}

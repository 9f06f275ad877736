import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { seesTrial } from '#shared/sees-trial.ts';
import { sitesByName } from '#shared/site-names.ts';
import { show } from '#test/kit.tsx';
import { aSite, aTrial } from '#test/participants.ts';
import { aViewer } from '#test/portal.tsx';
import { GroupPick } from './Picks.tsx';

test.each([
  ['Trial', 'Trial Site'],
  ['trial', 'trial site'],
])('OPN-91 PRC-01 a group of type “%s” is a trial, and one of type “%s” a site of it', (trialType, siteType) => {
  const trial = aTrial({ groupType: trialType as 'Trial' });
  const site = aSite({ groupType: siteType as 'Trial Site' });
  show(<GroupPick groups={[site, trial]} value={1} onChange={() => undefined} loading={false} />);
  const ofTrial = within(screen.getByRole('group', { name: 'Aurelia Migraine Study' }));
  expect(ofTrial.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Aurelia Migraine Study (trial)',
    'Boston General',
  ]);
  expect(sitesByName([trial, site]).map(({ gId }) => gId)).toEqual([2]);
  const viewer = { ...aViewer, gIds: [1] };
  expect([trial, site].map((one) => seesTrial(viewer, one))).toEqual([true, true]);
});

/** An assessment from the first question to its second definition, as somebody draws, tries, saves and carries it on. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { clinicAsksEveryDay, makeBreath, makeWalk, sendAs } from './assessing.ts';
import { desktop, type Person, phone } from './browser.ts';
import { contentOf } from './downloads.ts';
import { openHouse } from './house.ts';

const house = openHouse();
const day = 86_400_000;

const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });
const dialog = ({ page }: Person, name: string) => page.getByRole('dialog', { name });
const problems = ({ page }: Person, title: string) => page.getByRole('region', { name: title, exact: true });
const inList = ({ page }: Person, name: string | RegExp) =>
  page.getByRole('list', { name: 'Questions', exact: true }).getByRole('button', { name, exact: true });

const canvas = ({ page }: Person) => page.locator('.react-flow');
const cards = ({ page }: Person) => page.locator('.react-flow__node');
const card = (person: Person, name: string) => cards(person).filter({ hasText: name });

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
const boxOf = (one: Locator): Promise<Box> =>
  one.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });
const middleOf = ({ left, top, right, bottom }: Box) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
const isWithin = (inner: Box, outer: Box) =>
  inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom;
const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** The cards that are not wholly in sight. */
async function outOfSight(person: Person): Promise<string[]> {
  const outer = await boxOf(canvas(person));
  const found = await Promise.all(
    (await cards(person).all()).map(async (one) =>
      isWithin(await boxOf(one), outer) ? [] : [(await one.innerText()).split('\n')[0] ?? ''],
    ),
  );
  return found.flat();
}

/** Cards that cover each other. */
async function covered(person: Person): Promise<number> {
  const boxes = await Promise.all((await cards(person).all()).map(boxOf));
  return boxes.flatMap((one, i) => boxes.slice(i + 1).filter((other) => overlap(one, other))).length;
}

/** What keeps a graph from being read: lines and words upon cards, words upon words, and what is too small for a finger (WCAG 2.5.8). */
const blots = ({ page }: Person) =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const boxesOf = (selector: string) => all(selector).map((one) => one.getBoundingClientRect());
    const [cards, words] = [boxesOf('.react-flow__node'), boxesOf('.react-flow__edgelabel-renderer button')];
    const cover = (one: DOMRect, other: DOMRect) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    const crosses = (line: SVGPathElement) => {
      const length = line.getTotalLength();
      const toScreen = line.getScreenCTM();
      return Array.from({ length: 400 }, (_, i) => line.getPointAtLength((length * i) / 399)).some((point) => {
        const { x, y } = point.matrixTransform(toScreen ?? undefined);
        return cards.some(
          ({ left, right, top, bottom }) => x > left + 1 && x < right - 1 && y > top + 1 && y < bottom - 1,
        );
      });
    };
    return {
      branches: words.length,
      linesUponCards: (all('.react-flow__edge-path') as SVGPathElement[]).filter(crosses).length,
      wordsUponCards: words.filter((one) => cards.some((card) => cover(one, card))).length,
      wordsUponWords: words.filter((one, i) => words.slice(i + 1).some((other) => cover(one, other))).length,
      tooSmall: words.filter(({ width, height }) => Math.min(width, height) < 24).length,
    };
  });
const noBlot = { linesUponCards: 0, wordsUponCards: 0, wordsUponWords: 0, tooSmall: 0 };

/** How far the middle of a card lies from the middle of the graph that is in sight. */
async function fromMiddle(person: Person, name: string): Promise<number> {
  const [one, whole] = [middleOf(await boxOf(card(person, name))), middleOf(await boxOf(canvas(person)))];
  return Math.hypot(one.x - whole.x, one.y - whole.y);
}

async function drag({ page }: Person, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // A card follows from where the pull began to be one.
  await page.mouse.move(from.x + 2, from.y + 2);
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

interface Asked {
  type: string;
  text: string;
  note?: string;
}
/** Fills in the question that has just been added. */
async function fillIn(person: Person, { type, text, note = '' }: Asked): Promise<void> {
  const editor = dialog(person, 'Question Editor');
  await editor.getByLabel('Question Type').selectOption({ label: type });
  await editor.getByRole('textbox', { name: 'Question', exact: true }).fill(text);
  await editor.getByLabel('Additional Info').fill(note);
  await editor.getByRole('button', { name: 'Done' }).click();
  await editor.waitFor({ state: 'detached' });
}
async function add(person: Person, question: Asked): Promise<void> {
  await button(person, 'Add Question').click();
  await fillIn(person, question);
}

/** Draws a line from one card to another. */
async function draw(person: Person, from: string, to: string): Promise<Locator> {
  const start = await boxOf(card(person, from).locator('.source'));
  await drag(person, middleOf(start), middleOf(await boxOf(card(person, to).locator('.target'))));
  const editor = dialog(person, 'Branch Editor');
  await editor.waitFor();
  return editor;
}

const saved = async (person: Person) => {
  await person.page.getByText('The assessment is saved.').waitFor();
  await expect.poll(() => person.page.getByText('Not saved yet').count()).toBe(0);
};

interface Kept {
  surveyName: string;
  nodes: { questionNum: number; question: string }[];
  edges: object[];
}
interface Detail {
  surveyName: string;
  questionsGraph: string;
  definitions: { isSent: boolean }[];
}
/** The number of the assessment that is opened after another one, to be built. */
async function opened({ page }: Person, before: number): Promise<number> {
  const idIn = (url: URL) => Number(url.searchParams.get('survey'));
  await page.waitForURL((url) => idIn(url) !== before);
  await page.getByRole('button', { name: 'Save Assessment' }).waitFor();
  return idIn(new URL(page.url()));
}
const optionOf = ({ page }: Person, label: RegExp) =>
  page.getByLabel('Definition').locator('option').filter({ hasText: label }).innerText();

/** Exports what is open in the builder. */
async function exported(person: Person): Promise<{ name: string; text: string; kept: Kept }> {
  const [file] = await Promise.all([
    person.page.waitForEvent('download'),
    person.act('More for this assessment', 'Export as JSON'),
  ]);
  const text = (await contentOf(file)).toString('utf8');
  return { name: file.suggestedFilename(), text, kept: JSON.parse(text) as Kept };
}

/** How far one card stands below another. */
const below = async (person: Person, lower: string, upper: string) =>
  (await boxOf(card(person, lower))).top - (await boxOf(card(person, upper))).top;

test('ASB-04 ASB-06 ASB-09 ASB-10 ASB-12 ASB-14 ASB-16 ASB-17 ASB-26 an assessment is drawn, mended where a problem is told, laid out at one press, tried out like a patient and saved', async () => {
  const person = await house.newPerson();
  const { page } = person;
  const { keyboard } = page;
  await person.signIn('admin@lakeside.example');
  await person.open('/management/assessments');
  await button(person, 'New Assessment').click();
  await dialog(person, 'Create New Assessment').getByLabel('Assessment Name').fill('Sleep check');
  await button(person, 'Create').click();
  await page.getByRole('toolbar', { name: 'Assessment Builder' }).waitFor();
  await button(person, 'Hide Assessment List').click();

  // Each new question stands in the middle of what is in sight, and is drawn aside for the next one.
  await add(person, { type: 'Multiple Choice', text: 'How do you sleep?', note: 'Ask for the usual hours' });
  expect(await fromMiddle(person, 'Question 1')).toBeLessThan(15);
  const middle = middleOf(await boxOf(canvas(person)));
  await drag(person, middle, { x: middle.x - 250, y: middle.y - 200 });
  await add(person, { type: 'Numeric', text: 'How many hours?' });
  expect(await fromMiddle(person, 'Question 2')).toBeLessThan(15);
  await drag(person, middle, { x: middle.x + 250, y: middle.y - 100 });
  await add(person, { type: 'Text Input', text: 'What wakes you?' });
  expect(await fromMiddle(person, 'Question 3')).toBeLessThan(15);
  expect(await covered(person)).toBe(0);

  // One branch is drawn from card to card, the other is made by the keyboard.
  const branch = await draw(person, 'Question 1', 'Question 2');
  await branch.getByLabel('Answer Options').fill('Badly');
  await branch.getByRole('checkbox', { name: 'Flagged' }).check();
  await branch.getByRole('button', { name: 'Confirm option' }).click();
  await branch.getByRole('button', { name: 'Done' }).click();
  await inList(person, 'Flagged Badly → Question 2').waitFor();
  await inList(person, 'Add branch to Question 1').focus();
  await keyboard.press('Enter');
  await branch.getByLabel('Leads to').selectOption({ label: 'The end of the assessment' });
  await branch.getByLabel('Answer Options').focus();
  await keyboard.type('Well');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await inList(person, 'Well → the end').waitFor();

  // A gap between ranges is told at its question, and mended in the words of its branch.
  await inList(person, 'Add branch to Question 2').click();
  await branch.getByLabel('Leads to').selectOption({ label: 'Question 3: What wakes you?' });
  for (const range of ['0-3', '5-24']) {
    await branch.getByLabel('Answer Options').fill(range);
    await branch.getByRole('button', { name: 'Confirm option' }).click();
  }
  await branch.getByRole('button', { name: 'Done' }).click();
  const gap = 'Question 2 has a gap between the ranges 0-3 and 5-24.';
  await card(person, 'Question 2').getByText(gap).waitFor();
  await problems(person, 'Problems (1)').getByRole('button', { name: gap }).click();
  await dialog(person, 'Question Editor').getByRole('button', { name: 'Close' }).click();
  expect(await fromMiddle(person, 'Question 2')).toBeLessThan(30);
  await canvas(person).getByRole('button', { name: '0-3, 5-24' }).click();
  await branch.getByRole('button', { name: '5-24' }).click();
  await branch.getByLabel('Answer Options').fill('4-24');
  await branch.getByRole('button', { name: 'Done' }).click();
  await problems(person, 'No problems').waitFor();
  expect(await card(person, 'Question 2').innerText()).not.toContain('gap');
  expect(await person.barriers()).toEqual([]);

  // What the keys did is undone by keys, several presses of an arrow at once.
  const third = card(person, 'Question 3').getByRole('button');
  await third.focus();
  await keyboard.press('Delete');
  await third.waitFor({ state: 'detached' });
  await keyboard.press('Control+z');
  await inList(person, '0-3, 4-24 → Question 3').waitFor();
  const before = await boxOf(third);
  await third.focus();
  for (let press = 0; press < 3; press++) await keyboard.press('ArrowRight');
  await expect.poll(async () => (await boxOf(third)).left).toBeCloseTo(before.left + 60, 0);
  await button(person, 'Undo').click();
  await expect.poll(() => boxOf(third)).toEqual(before);
  await third.focus();
  await keyboard.press('Enter');
  await fillIn(person, { type: 'Text Input', text: 'What wakes you at night?' });

  // Far from the others a question is in the middle again, and all of them are brought into sight.
  const { left, top, right, bottom } = await boxOf(canvas(person));
  for (let pull = 0; pull < 2; pull++)
    await drag(person, { x: right - 20, y: top + 20 }, { x: left + 20, y: bottom - 60 });
  await add(person, { type: 'UserGoals', text: 'What do you want to reach?' });
  expect(await fromMiddle(person, 'Question 4')).toBeLessThan(15);
  expect(await outOfSight(person)).toEqual(expect.arrayContaining(['Question 1', 'Question 2', 'Question 3']));
  await button(person, 'Fit View').click();
  await expect.poll(() => outOfSight(person)).toEqual([]);
  await draw(person, 'Question 3', 'Question 4');
  await branch.getByRole('button', { name: 'Done' }).click();
  await problems(person, 'No problems').waitFor();

  const drawn = await below(person, 'Question 4', 'Question 1');
  await button(person, 'Arrange').click();
  await expect.poll(() => outOfSight(person)).toEqual([]);
  expect(await covered(person)).toBe(0);
  for (const [lower, upper] of [
    [2, 1],
    [3, 2],
    [4, 3],
  ])
    expect(await below(person, `Question ${lower}`, `Question ${upper}`)).toBeGreaterThan(0);
  expect(await below(person, 'Question 4', 'Question 1')).not.toBeCloseTo(drawn, 0);

  await button(person, 'Preview').click();
  const preview = dialog(person, 'Preview');
  await preview.getByRole('radio', { name: 'Well' }).check();
  await preview.getByText('The assessment ends here.').waitFor();
  await preview.getByRole('radio', { name: 'Badly' }).check();
  const hours = preview.getByRole('textbox', { name: 'How many hours?' });
  await hours.fill('25');
  await preview.getByText('Please input valid number.').waitFor();
  await hours.fill('5');
  await preview.getByRole('textbox', { name: 'What wakes you at night?' }).fill('My knee');
  await preview.getByText('Here the patient’s own list is filled in.').waitFor();
  await preview.getByText('The assessment ends here.').waitFor();
  expect(await preview.getByRole('img', { name: 'Flagged' }).count()).toBe(1);
  expect(await preview.innerText()).not.toContain('Ask for the usual hours');
  expect(await person.barriers()).toEqual([]);
  await preview.getByRole('button', { name: 'Close' }).last().click();

  await keyboard.press('Control+s');
  await saved(person);
  const { kept } = await exported(person);
  expect(kept.nodes.map(({ questionNum, question }) => [questionNum, question])).toEqual([
    [1, 'How do you sleep?'],
    [2, 'How many hours?'],
    [3, 'What wakes you at night?'],
    [4, 'What do you want to reach?'],
  ]);
  expect(kept.edges).toHaveLength(4);
  await page.reload();
  await inList(person, 'Question 4').waitFor();
  expect(await outOfSight(person)).toEqual([]);
  expect((await exported(person)).kept).toEqual(kept);
});

test('ASB-09 ASB-16 ASB-29 branches that skip questions run beside these, their words are read and pressed at every zoom, and new questions cover none', async () => {
  const maker = await house.newPerson();
  await maker.signIn('admin@lakeside.example');
  const surveyId = await makeWalk(await sendAs(maker));
  await maker.context.close();
  for (const viewport of [desktop, phone]) {
    const person = await house.newPerson({ viewport });
    await person.signIn('admin@lakeside.example');
    await person.open(`/management/assessments?survey=${surveyId}`);
    await card(person, 'Question 8').waitFor();
    expect(await outOfSight(person)).toEqual([]);
    await expect.poll(() => blots(person)).toEqual({ branches: 13, ...noBlot });
    expect(await person.barriers()).toEqual([]);
    for (const zoom of ['Zoom Out', 'Zoom In', 'Zoom In']) {
      await button(person, zoom).click();
      await expect.poll(() => blots(person)).toEqual({ branches: 13, ...noBlot });
    }
    await canvas(person).getByRole('button', { name: 'I would rather not say', exact: true }).press('Enter');
    await dialog(person, 'Branch Editor').getByRole('button', { name: 'Done' }).click();

    // Also once cards were moved, and others stand between them.
    const third = card(person, 'Question 3').getByRole('button');
    await third.focus();
    for (let press = 0; press < 7; press++) await person.page.keyboard.press('ArrowLeft');
    await add(person, { type: 'Numeric', text: 'How many steps?' });
    await add(person, { type: 'Numeric', text: 'How many floors?' });
    expect(await fromMiddle(person, 'Question 10')).toBeLessThan(15);
    await button(person, 'Fit View').click();
    await expect.poll(() => outOfSight(person)).toEqual([]);
    expect(await covered(person)).toBe(0);
    await expect.poll(() => blots(person)).toEqual({ branches: 13, ...noBlot });
    await person.context.close();
  }
});

test('ASB-01 ASB-02 ASB-24 ASB-25 ASB-26 what was sent to patients stays as it was and is only read; it is copied, and taken along as a file', async () => {
  const maker = await house.newPerson();
  await maker.signIn('admin@lakeside.example');
  const make = await sendAs(maker);
  const surveyId = await makeBreath(make, 'Stairs check');
  await clinicAsksEveryDay(make, surveyId);
  await maker.context.close();
  await house.later(day + 3_600_000);

  const person = await house.newPerson();
  const { page } = person;
  await person.signIn('admin@lakeside.example');
  const send = await sendAs(person);
  const { companyId } = await send<{ companyId: number }>('/auth/me', 'GET');
  const detailOf = async (id: number) => {
    const path = `/v2/company/surveys?companyId=${companyId}&surveyId=${id}`;
    const { surveyDetails } = await send<{ surveyDetails: [Detail] }>(path, 'GET');
    const [{ surveyName, questionsGraph, definitions }] = surveyDetails;
    return { kept: { surveyName, ...(JSON.parse(questionsGraph) as object) } as Kept, definitions };
  };
  await expect.poll(async () => (await detailOf(surveyId)).definitions[0]?.isSent).toBe(true);
  const first = (await detailOf(surveyId)).kept;

  await person.open(`/management/assessments?survey=${surveyId}`);
  await card(person, 'Question 2').getByRole('button').press('Enter');
  await fillIn(person, { type: 'Numeric', text: 'How many floors can you climb?' });
  await button(person, 'Save Assessment').click();
  await saved(person);
  await page.getByLabel('Definition').selectOption({ label: await optionOf(person, /^1, .*, sent$/) });
  await page.getByText('Only for reading').waitFor();
  expect(await button(person, 'Add Question').count()).toBe(0);
  await card(person, 'Question 2').getByRole('button').press('Enter');
  expect(await person.barriers()).toEqual([]);
  expect(await page.getByRole('dialog').count()).toBe(0);
  const old = await exported(person);
  expect(old.name).toBe('Stairs check.json');
  expect(old.kept).toEqual(first);

  await person.act('More for this assessment', 'Copy');
  await dialog(person, 'Copy Assessment').getByText('It begins with 4 questions.').waitFor();
  await button(person, 'Create').click();
  const copyId = await opened(person, surveyId);
  const copy = await exported(person);
  expect(copy.kept).toEqual({ ...first, surveyName: 'Copy of Stairs check' });
  expect((await detailOf(copyId)).kept).toEqual(copy.kept);

  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(person, 'Import').click()]);
  await chooser.setFiles({ name: copy.name, mimeType: 'application/json', buffer: Buffer.from(copy.text) });
  const taken = dialog(person, 'Import Assessment');
  expect(await taken.getByLabel('Assessment Name').inputValue()).toBe('Copy of Stairs check');
  await taken.getByLabel('Assessment Name').fill('Stairs check, from a file');
  await button(person, 'Create').click();
  const takenId = await opened(person, copyId);
  expect((await detailOf(takenId)).kept).toEqual({ ...copy.kept, surveyName: 'Stairs check, from a file' });
  const list = page.getByRole('table', { name: 'Assessment List' });
  for (const name of ['Stairs check', 'Copy of Stairs check', 'Stairs check, from a file'])
    await list.getByRole('button', { name, exact: true }).waitFor();
  await list.getByRole('button', { name: 'Stairs check', exact: true }).click();
  await inList(person, 'Question 2').waitFor();
  await page.getByText('How many floors can you climb?').first().waitFor();
});

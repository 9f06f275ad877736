/** An assessment as somebody draws, mends, saves and carries it on. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeWalk, sendAs } from './assessing.ts';
import { desktop, type Person, phone } from './browser.ts';
import { contentOf } from './downloads.ts';
import { openHouse } from './house.ts';

const house = openHouse();

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

test('ASB-04 ASB-06 ASB-09 ASB-16 ASB-26 an assessment is drawn, mended where a problem is told, laid out at one press, saved, and taken along as a file', async () => {
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

  // Ranges that overlap are told at their question, and mended in the words of their branch. A gap between them is no problem.
  await inList(person, 'Add branch to Question 2').click();
  await branch.getByLabel('Leads to').selectOption({ label: 'Question 3: What wakes you?' });
  for (const range of ['0-3', '3-24']) {
    await branch.getByLabel('Answer Options').fill(range);
    await branch.getByRole('button', { name: 'Confirm option' }).click();
  }
  await branch.getByRole('button', { name: 'Done' }).click();
  const overlap = 'Question 2 has the ranges 0-3 and 3-24, which overlap.';
  await card(person, 'Question 2').getByText(overlap).waitFor();
  await problems(person, 'Problems (1)').getByRole('button', { name: overlap }).click();
  await dialog(person, 'Question Editor').getByRole('button', { name: 'Close' }).click();
  expect(await fromMiddle(person, 'Question 2')).toBeLessThan(30);
  await canvas(person).getByRole('button', { name: '0-3, 3-24' }).click();
  await branch.getByRole('button', { name: '3-24' }).click();
  await branch.getByLabel('Answer Options').fill('5-24');
  await branch.getByRole('button', { name: 'Done' }).click();
  await problems(person, 'No problems').waitFor();
  expect(await card(person, 'Question 2').innerText()).not.toContain('overlap');

  // What the keys did is undone by keys.
  const third = card(person, 'Question 3').getByRole('button');
  await third.focus();
  await keyboard.press('Delete');
  await dialog(person, 'Remove Question 3?').getByRole('button', { name: 'Remove' }).click();
  await third.waitFor({ state: 'detached' });
  await keyboard.press('Control+z');
  await inList(person, '0-3, 5-24 → Question 3').waitFor();
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
  await preview.getByRole('radio', { name: 'Badly' }).check();
  await preview.getByRole('textbox', { name: 'How many hours?' }).waitFor();
  expect(await person.barriers()).toEqual([]);
  await preview.getByRole('button', { name: 'Close' }).last().click();

  await keyboard.press('Control+s');
  await saved(person);
  const { name, text, kept } = await exported(person);
  expect(name).toBe('Sleep check.json');
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

  // The file is an assessment again, wherever it is taken.
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(person, 'Import').click()]);
  await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  const taken = dialog(person, 'Import Assessment');
  await taken.getByLabel('Assessment Name').fill('Sleep check, from a file');
  await button(person, 'Create').click();
  await taken.waitFor({ state: 'detached' });
  const title = page.getByRole('textbox', { name: 'Assessment Name' });
  await expect.poll(() => title.inputValue()).toBe('Sleep check, from a file');
  expect((await exported(person)).kept).toEqual({ ...kept, surveyName: 'Sleep check, from a file' });
});

/** Zooms, reads a branch, moves a card and adds two: nothing is ever covered. */
async function zoomAndAdd(person: Person): Promise<void> {
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
}

/** In points of the page, whatever the zoom: the graph, the smallest card, and the list of a branch that has many options. */
async function sizes(person: Person) {
  const graph = await canvas(person).boundingBox();
  const all = await card(person, 'Question').evaluateAll((found) =>
    (found as HTMLElement[]).map(({ offsetWidth, offsetHeight }) => ({ offsetWidth, offsetHeight })),
  );
  await canvas(person).getByRole('button', { name: 'I would rather not say', exact: true }).press('Enter');
  const branch = dialog(person, 'Branch Editor');
  for (let n = 1; n <= 8; n++) {
    await branch.getByLabel('Answer Options').fill(`Answer ${n}`);
    await branch.getByRole('button', { name: 'Confirm option' }).click();
  }
  const list = branch.getByRole('list', { name: 'Options of this branch' });
  const options = await list.boundingBox();
  const isScrolled = await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
  await branch.getByRole('button', { name: 'Close' }).click();
  await button(person, 'Discard').click();
  await branch.waitFor({ state: 'detached' });
  return {
    graph: graph?.height ?? 0,
    cardWidth: Math.min(...all.map(({ offsetWidth }) => offsetWidth)),
    cardHeight: Math.min(...all.map(({ offsetHeight }) => offsetHeight)),
    options: options?.height ?? Infinity,
    isScrolled,
  };
}

test('CON-18 ASB-09 ASB-16 ASB-29 branches that skip questions run beside these on a desktop and on a phone, their words are read and pressed at every zoom, and new questions cover none', async () => {
  let surveyId: number | undefined;
  for (const viewport of [desktop, phone]) {
    const person = await house.newPerson({ viewport });
    await person.signIn('admin@lakeside.example');
    surveyId ??= await makeWalk(await sendAs(person));
    await person.open(`/management/assessments?survey=${surveyId}`);
    await card(person, 'Question 8').waitFor();
    expect(await outOfSight(person)).toEqual([]);
    await expect.poll(() => blots(person)).toEqual({ branches: 13, ...noBlot });
    expect(await person.barriers()).toEqual([]);
    const measured = await sizes(person);
    expect(measured.cardWidth).toBeGreaterThanOrEqual(170);
    expect(measured.cardHeight).toBeGreaterThanOrEqual(120);
    expect(measured.graph).toBeGreaterThanOrEqual(600);
    expect(measured.options).toBeLessThanOrEqual(150);
    expect(measured.isScrolled).toBe(true);
    if (viewport === desktop) await zoomAndAdd(person);
    await person.context.close();
  }
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { finished, type Graph } from '@portal/contract/assessments/flow.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aNode, anEdge, checkUp } from '#test/surveys.ts';
import { asFile, readFile } from './file.ts';
import { added, allProblems, dataOf, type Draft, numbered, numberOf, optionsOf, removed } from './graph-edit.ts';
import { begun, redone, stepped, undone } from './history.ts';
import { arranged, freePlace } from './layout.ts';
import { type Box, cardSize, overlap } from './shapes.ts';

const draft: Draft = { name: 'Check-up', ...checkUp };
const placesOf = ({ nodes }: Graph) => Object.fromEntries(nodes.map(({ id, position }) => [id, position]));

test('ASB-09 a new question has the count of questions plus one as its number, and stands where it is put', () => {
  const { node } = added({ ...draft, nodes: [aNode(1), aNode(2), aNode(9)] }, { x: 10.4, y: 20.6 });
  expect([node.questionNum, node.position]).toEqual([4, { x: 10, y: 21 }]);
});

test.each([
  ['2abc', 2],
  ['abc', null],
  ['', null],
  ['0', null],
  ['-3', null],
  ['3.9', 3],
  ['100000', null],
])('ASB-13 the number "%s" is %s', (typed, number) => expect(numberOf(typed)).toBe(number));

test('ASB-15 with a question go the branches that begin or end there', () =>
  expect(removed(draft, 'n2').edges.map(({ id }) => id)).toEqual(['n1-Finished']));

test('ASB-22 the options of an edge are read and written alike', () => {
  const edge = anEdge('n1', 'n2', 'Yes,No', 'true,false');
  expect(optionsOf(edge)).toEqual([
    { text: 'Yes', isFlagged: true },
    { text: 'No', isFlagged: false },
  ]);
  expect(dataOf(optionsOf(edge))).toEqual(edge.data);
  expect(dataOf([])).toEqual({ label: '', flagged: '' });
});

test('OPS-93 what cannot be saved stands first among the problems', () => {
  const [first] = allProblems({ ...draft, nodes: [aNode(1), aNode(2, 'MC', { questionNum: 1 })] });
  expect(first).toEqual({ message: 'Two questions have the number 1.' });
});

test('an arranged graph has every question below all that lead to it, and none upon another', () => {
  const graph: Graph = {
    nodes: [aNode(1), aNode(2), aNode(3), aNode(4)].map((node) => ({ ...node, position: { x: 0, y: 0 } })),
    edges: [
      anEdge('n1', 'n2', 'a', 'false'),
      anEdge('n1', 'n3', 'b', 'false'),
      anEdge('n2', 'n4', 'c', 'false'),
      anEdge('n1', 'n4', 'd', 'false'),
      anEdge('n4', finished, 'e', 'false'),
    ],
  };
  const places = placesOf(arranged(graph));
  expect(Object.entries(places).map(([id, { y }]) => [id, y])).toEqual([
    ['n1', 0],
    ['n2', 240],
    ['n3', 240],
    ['n4', 480],
  ]);
  expect(new Set(Object.values(places).map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
});

test('a graph that runs in a circle is arranged too', () => {
  const graph: Graph = {
    nodes: [aNode(1), aNode(2), aNode(3)],
    edges: [anEdge('n1', 'n2'), anEdge('n2', 'n3'), anEdge('n3', 'n2'), anEdge('n3', 'n1')],
  };
  const places = placesOf(arranged(graph));
  expect(places['n1']?.y).toBe(0);
  expect(new Set(Object.values(places).map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
});

test('ASB-09 a new question stands where it is wished, and one that would cover another stands below it', () => {
  const card = { x: 0, y: 0, ...cardSize };
  expect(freePlace([card], { x: 300, y: 0 })).toEqual({ x: 300, y: 0 });
  expect(freePlace([card], { x: 0, y: 0 })).toEqual({ x: 0, y: 240 });
  const tall = { ...card, height: 200 };
  expect(freePlace([tall], { x: 10, y: 30 })).toEqual({ x: 10, y: 260 });
});

test('questions that are all added at one place do not cover each other', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 120, max: 180 }), { maxLength: 30 }), (heights) => {
      const cards: Box[] = [];
      for (const height of heights) cards.push({ ...freePlace(cards, { x: 5, y: -7 }), width: cardSize.width, height });
      const covered = cards.flatMap((one, i) => cards.slice(i + 1).filter((other) => overlap(one, other)));
      expect(covered).toEqual([]);
    }),
  );
});

test('questions are numbered from top to bottom', () => {
  const nodes = [aNode(7, 'MC', { position: { x: 0, y: 300 } }), aNode(9, 'MC', { position: { x: 0, y: 0 } })];
  expect(numbered({ ...draft, nodes }).nodes.map(({ questionNum }) => questionNum)).toEqual([2, 1]);
});

test('steps are undone and done again, and those of one kind in a row are one', () => {
  const moved = stepped(stepped(stepped(begun(1), 2), 3, 'move'), 4, 'move');
  expect(undone(moved).present).toBe(2);
  expect(undone(undone(moved)).present).toBe(1);
  expect(redone(undone(moved)).present).toBe(4);
  expect(undone(begun(1)).present).toBe(1);
});

test('an assessment is read from its file as it was', () => {
  expect(readFile(asFile(draft))).toEqual(draft);
  expect(readFile('{')).toBe('The file is not JSON.');
  expect(readFile('null')).toBe('The file is not an assessment that was exported here.');
  const foreign = { ...draft, nodes: [{ ...aNode(1), __proto__: null, extra: 1 }] };
  expect(readFile(asFile(foreign))).toBe('The file is not an assessment that was exported here.');
});

test('ASB-17 ASB-29 CON-18 a card, the graph and the list of options, which scrolls, have the sizes that are wanted', () => {
  const css = readFileSync(path.join(import.meta.dirname, 'builder.module.css'), 'utf8');
  const ruleOf = (name: string) => new RegExp(String.raw`^\.${name} \{([^}]*)\}`, 'm').exec(css)?.[1];
  expect(ruleOf('card')).toMatch(/min-width: 170px;\s+min-height: 120px;/);
  expect(ruleOf('graph')).toContain('min-height: 600px;');
  expect(ruleOf('options')).toContain('max-height: 150px;');
  expect(ruleOf('options')).toContain('overflow-y: auto;');
  expect(ruleOf('branches button')).toContain('min-height: 24px;');
  expect(ruleOf('label')).toMatch(/min-width: 31px;\s+min-height: 31px;/);
});

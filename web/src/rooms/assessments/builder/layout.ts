/** Where questions stand: in layers, each below all that lead to it, and a new one where there is room. */
import { finished, type Graph, type Node } from '@portal/contract/assessments/flow.ts';
import { type Box, cardSize, overlap, type Point } from './shapes.ts';

/** ASB-29: a card is 170 by 120 at least; these leave room for the words of branches. */
const across = 280;
const down = 240;

/** How far each question lies from where an assessment starts, by the longest way there; circles are cut. */
function layersOf({ nodes, edges }: Graph): Map<string, number> {
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges)
    if (target !== finished) targets.set(source, [...(targets.get(source) ?? []), target]);
  const led = new Set(edges.map(({ target }) => target));
  const inOrder = byNumber(nodes);
  const layers = new Map<string, number>();
  // Each question can be at most as deep as there are questions: more often than that, it is a circle.
  let open = inOrder.filter(({ id }) => !led.has(id)).map(({ id }) => id);
  if (open.length === 0 && inOrder[0]) open = [inOrder[0].id];
  for (const id of open) layers.set(id, 0);
  for (let depth = 1; open.length > 0 && depth < nodes.length; depth++) {
    open = [...new Set(open.flatMap((id) => targets.get(id) ?? []))].filter((id) => id !== inOrder[0]?.id);
    for (const id of open) layers.set(id, depth);
  }
  for (const { id } of nodes) if (!layers.has(id)) layers.set(id, 0);
  return layers;
}

const byNumber = (nodes: readonly Node[]): Node[] =>
  nodes.toSorted((one, other) => (one.questionNum ?? Infinity) - (other.questionNum ?? Infinity));

/** The same graph with every question in its layer; beside each other they stand in the order of what leads to them. */
export function arranged<G extends Graph>(graph: G): G {
  const layers = layersOf(graph);
  const rows = new Map<number, Node[]>();
  for (const node of byNumber(graph.nodes)) {
    const layer = layers.get(node.id) ?? 0;
    rows.set(layer, [...(rows.get(layer) ?? []), node]);
  }
  const places = new Map<string, { x: number; y: number }>();
  let row = 0;
  for (const [, nodes] of [...rows].toSorted(([one], [other]) => one - other)) {
    const wished = (node: Node) => {
      const above = graph.edges
        .filter(({ target }) => target === node.id)
        .flatMap(({ source }) => places.get(source) ?? []);
      return above.length === 0 ? 0 : above.reduce((sum, { x }) => sum + x, 0) / above.length;
    };
    const inOrder = nodes.map((node) => ({ node, at: wished(node) })).toSorted((one, other) => one.at - other.at);
    for (const [i, { node }] of inOrder.entries())
      places.set(node.id, { x: Math.round((i - (inOrder.length - 1) / 2) * across), y: row * down });
    row++;
  }
  return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, position: places.get(node.id) ?? node.position })) };
}

/** Where a new card stands: at the place that is wished for, or else below, above or beside the cards in the way of it. */
export function freePlace(cards: readonly Box[], wished: Point): Point {
  // With a long text and a problem it becomes higher.
  const room = { ...cardSize, height: 180 };
  const isFree = (place: Point) => !cards.some((card) => overlap({ ...place, ...room }, card, 20));
  const far = (place: Point) => Math.abs(place.x - wished.x) + Math.abs(place.y - wished.y);
  const rows = [wished.y, ...cards.flatMap(({ y, height }) => [y + Math.max(down, height + down / 4), y - down])];
  const columns = [wished.x, ...cards.flatMap(({ x }) => [x + across, x - across])];
  const places = rows.flatMap((y) => columns.map((x) => ({ x, y }))).toSorted((one, other) => far(one) - far(other));
  return isFree(wished) ? wished : (places.find(isFree) ?? wished);
}

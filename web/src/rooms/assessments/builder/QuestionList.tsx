import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type Edge, finished, type Node } from '@portal/contract/assessments/flow.ts';
import { endsAfter, type GraphProblem } from '@portal/contract/assessments/graph-problems.ts';
import { SearchField } from '#kit/SearchField.tsx';
import { Flag } from './BranchEditor.tsx';
import classes from './builder.module.css';
import { type Draft, nameOf, optionsOf } from './graph-edit.ts';

const isFound = ({ question, questionNum, additionalInfo }: Node, search: string): boolean =>
  `${questionNum ?? ''} ${question} ${additionalInfo}`.toLowerCase().includes(search.trim().toLowerCase());

/** What the search finds; without one there is nothing to be found. */
export const foundIn = (nodes: readonly Node[], search: string): ReadonlySet<string> =>
  new Set(search.trim() === '' ? [] : nodes.filter((node) => isFound(node, search)).map(({ id }) => id));

/** The same assessment as words, for the keyboard and for who does not see the graph; problems stand at the top and at their question. */
export function QuestionList(props: {
  draft: Draft;
  problems: readonly GraphProblem[];
  /** What may be meant: it keeps nobody from answering. */
  hints: readonly GraphProblem[];
  search: string;
  readOnly: boolean;
  onSearch: (search: string) => void;
  /** Shows it in the graph. */
  onShow: (nodeId: string) => void;
  onEdit: (node: Node) => void;
  onBranch: (edge: Edge) => void;
  onAddBranch: (source: string) => void;
}) {
  const { draft, problems, hints, search, readOnly, onSearch, onShow, onEdit, onBranch, onAddBranch } = props;
  const nodes = draft.nodes
    .filter((node) => search.trim() === '' || isFound(node, search))
    .toSorted((one, other) => (one.questionNum ?? Infinity) - (other.questionNum ?? Infinity));
  const nameOfTarget = (target: string) => {
    const node = draft.nodes.find(({ id }) => id === target);
    return node ? nameOf(node) : 'the end';
  };
  return (
    <Stack gap="md" component="section" aria-label="Questions of this assessment">
      <section aria-labelledby="assessment-problems">
        <Title order={3} id="assessment-problems">
          {problems.length === 0 ? 'No problems' : `Problems (${problems.length})`}
        </Title>
        {problems.length === 0 ? (
          <Text size="sm" c="gray.7">
            This assessment can be answered.
          </Text>
        ) : (
          <Messages of={problems} onShow={onShow} />
        )}
      </section>
      {hints.length > 0 && (
        <section aria-labelledby="assessment-hints">
          <Title order={3} id="assessment-hints">
            Please check ({hints.length})
          </Title>
          <Messages of={hints} onShow={onShow} />
        </section>
      )}
      <SearchField value={search} onChange={onSearch} label="Search questions" />
      {nodes.length === 0 && (
        <Text c="gray.7">
          {draft.nodes.length === 0 ? 'There is no question yet.' : `No question matches “${search.trim()}”.`}
        </Text>
      )}
      <ol className={classes.list} aria-label="Questions">
        {nodes.map((node) => {
          const own = problems.filter(({ nodeId }) => nodeId === node.id);
          const edges = draft.edges.filter(({ source }) => source === node.id);
          return (
            <li key={node.id}>
              <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
                <Anchor component="button" type="button" ta="left" onClick={() => onEdit(node)}>
                  {nameOf(node)}
                </Anchor>
                <Text size="sm" c="gray.7">
                  {node.questionType.label}
                </Text>
              </Group>
              <Text size="sm">{node.question || 'No text yet'}</Text>
              {own.length > 0 && (
                <Text size="sm" className={classes.problem}>
                  {own.map(({ message }) => message).join(' ')}
                </Text>
              )}
              {endsAfter(draft, node) && <Text size="sm">→ the end</Text>}
              {edges.length > 0 && (
                <ul className={classes.branches}>
                  {edges.map((edge) => (
                    <li key={edge.id}>
                      <Anchor component="button" type="button" fz="inherit" ta="left" onClick={() => onBranch(edge)}>
                        <Words edge={edge} to={edge.target === finished ? 'the end' : nameOfTarget(edge.target)} />
                      </Anchor>
                    </li>
                  ))}
                </ul>
              )}
              {!readOnly && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  mt={4}
                  aria-label={`Add branch to ${nameOf(node)}`}
                  onClick={() => onAddBranch(node.id)}
                >
                  Add branch
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </Stack>
  );
}

function Messages({ of, onShow }: { of: readonly GraphProblem[]; onShow: (nodeId: string) => void }) {
  return (
    <ul className={classes.branches}>
      {of.map(({ nodeId, message }) => (
        <li key={`${nodeId} ${message}`}>
          {nodeId === undefined ? (
            message
          ) : (
            <Anchor component="button" type="button" fz="inherit" ta="left" onClick={() => onShow(nodeId)}>
              {message}
            </Anchor>
          )}
        </li>
      ))}
    </ul>
  );
}

/** "Yes, No → Question 2". */
function Words({ edge, to }: { edge: Edge; to: string }) {
  const options = optionsOf(edge);
  return (
    <>
      {options.map(({ text, isFlagged }, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- an option is known by its place alone
        <span key={i}>
          {i > 0 && ', '}
          {isFlagged && <Flag />}
          {text}
        </span>
      ))}
      {options.length === 0 ? 'Always' : ''} → {to}
    </>
  );
}

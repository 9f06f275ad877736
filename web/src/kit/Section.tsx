import { Box, Collapse, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useRemembered } from './remember.ts';
import classes from './Section.module.css';

/** A part of a screen that folds away; it stays as it was left while one moves about. */
export function Section(props: {
  title: string;
  /** How many things are in it; shown beside the title. */
  count?: number | string;
  /** How many of them are late. */
  late?: number;
  /** What the section is for, in a few words. */
  hint?: string;
  children: ReactNode;
}) {
  const { title, count, late = 0, hint, children } = props;
  const [opened, setOpened] = useRemembered(`section:${title}`, true);
  const body = useId();
  return (
    <Box component="section" className={classes.root} aria-label={title}>
      <Group justify="space-between" wrap="nowrap" pr="md">
        <Title order={2} className={classes.heading}>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={opened}
            aria-controls={body}
            onClick={() => setOpened(!opened)}
          >
            <IconChevronDown size={18} aria-hidden className={classes.chevron} data-closed={!opened || undefined} />
            <span className={classes.words}>
              <span>
                {title}
                {count !== undefined && (
                  <Text span c="gray.7" fw={500}>
                    {' '}
                    ({count})
                  </Text>
                )}
                {late > 0 && (
                  <Text span size="sm" c="red.9" fw={500}>
                    {' '}
                    {late.toLocaleString('en')} late
                  </Text>
                )}
              </span>
              {hint && (
                <Text span size="sm" c="gray.7" fw={400}>
                  {hint}
                </Text>
              )}
            </span>
          </UnstyledButton>
        </Title>
      </Group>
      <Collapse expanded={opened} id={body} transitionDuration={0}>
        {opened && <Box className={classes.body}>{children}</Box>}
      </Collapse>
    </Box>
  );
}

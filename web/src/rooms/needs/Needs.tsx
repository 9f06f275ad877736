import { Box, Button, type BoxProps } from '@mantine/core';
import type { Need } from '@portal/contract/needs/endpoints.ts';
import { useId, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { ListLink } from '#shared/ListLink.tsx';
import classes from './Needs.module.css';
import { isLate, linkOf, siteOf, wordsOf } from './links.ts';
import { useNeeds } from './queries.ts';

/** Each number leads to the rows that it counts. So many have a place; the others are there once they are asked for. */
export function Needs({ most, height, room }: { most: number; height: number; room: BoxProps['mih'] }) {
  const { data, isError, error, refetch } = useNeeds();
  const [all, setAll] = useState(false);
  const heading = useId();
  const needs = data?.needs ?? [];
  const left = all || needs.length <= most ? 0 : needs.length - (most - 1);
  return (
    <Box
      component="section"
      mb="md"
      mih={data || isError ? undefined : room}
      aria-labelledby={heading}
      aria-busy={!data && !isError}
    >
      <h2 id={heading} className={classes.heading}>
        Needs you
      </h2>
      {needs.length > 0 && (
        <ul className={classes.tiles} data-most={most} style={{ gridAutoRows: `minmax(${height}px, auto)` }}>
          {(left ? needs.slice(0, most - 1) : needs).map((need) => (
            <li key={`${need.kind} ${need.gId}`}>
              <NeedLink need={need} among={needs} />
            </li>
          ))}
          {left > 0 && (
            <li>
              <button type="button" className={classes.tile} onClick={() => setAll(true)}>
                Show {left} more
              </button>
            </li>
          )}
        </ul>
      )}
      {data && needs.length === 0 && (
        <div className={`${classes.tile} ${classes.calm}`} style={{ height }}>
          Nothing needs your attention now.
        </div>
      )}
      {isError && !data && (
        <div role="alert" className={classes.tile} style={{ height }}>
          {sentenceOf(error)}
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </Box>
  );
}

function NeedLink({ need, among }: { need: Need; among: readonly Need[] }) {
  const site = siteOf(need, among);
  const { to, search, hash } = linkOf(need);
  return (
    <ListLink to={to} search={search} sought="" {...(hash && { hash, tab: hash })} className={classes.tile}>
      <span className={classes.count} data-late={isLate(need) || undefined}>
        {need.count.toLocaleString('en')}
      </span>{' '}
      <span className={classes.words}>
        {wordsOf(need)} {site && <span className={classes.site}>{site}</span>}
      </span>
    </ListLink>
  );
}

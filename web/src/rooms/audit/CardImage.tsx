import { Anchor } from '@mantine/core';
import { readCardImage } from '@portal/contract/audit/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { read } from '#api/queries.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import classes from './records.module.css';

interface Props {
  /** The trial whose card has the image, or had it. */
  trialId: number;
  sha256: string;
  /** What the image is: "Main logo before entry 12". */
  what: string;
  /** As the trail names it, with the whole of its digest. */
  mark: string;
}

/** An image that an entry names, to be opened (P11-11). */
export function CardImage({ mark, ...image }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        lh="inherit"
        ta="left"
        className={classes.value}
        title={mark}
        aria-label={`${mark}: open ${image.what.toLowerCase()}`}
        onClick={() => setOpened(true)}
      >
        image {image.sha256.slice(0, 8)}…
      </Anchor>
      {opened && <Opened {...image} onClose={() => setOpened(false)} />}
    </>
  );
}

function Opened({ trialId, sha256, what, onClose }: Omit<Props, 'mark'> & { onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(readCardImage, { query: { g_id: trialId, sha256 } }));
  return (
    <Dialog opened onClose={onClose} title={what}>
      {data ? (
        <img className={classes.image} src={`data:${data.contentType};base64,${data.data}`} alt={what} />
      ) : error ? (
        <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the image" />
      )}
    </Dialog>
  );
}

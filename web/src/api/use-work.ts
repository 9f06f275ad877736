import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

interface Ends<Made> {
  onSuccess?: (made: Made) => void;
  onError?: (failure: Error) => void;
}

/**
 * Work that a press begins, such as making a file: another press while it is under way begins nothing, also the second of a double click.
 * Without a network it fails at once instead of waiting for one.
 */
export function useWork<Made, Given = void>(work: (given: Given) => Promise<Made>, ends: Ends<Made> = {}) {
  const isUnderWay = useRef(false);
  const mutation = useMutation<Made, Error, Given>({
    mutationFn: work,
    networkMode: 'always',
    ...ends,
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  const begin = (given: Given): void => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutation.mutate(given);
  };
  return { ...mutation, mutate: begin };
}

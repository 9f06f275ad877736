import { Text } from '@mantine/core';
import { SubmitButton } from './SubmitButton.tsx';

/** The button of `useNextRows`, below a list of which the server has more; it says where the next rows could not be loaded. */
export function NextRows(props: {
  next: { isFetchingNextPage: boolean; isFetchNextPageError: boolean };
  onAsk: () => void;
  children: string;
}) {
  const { next, onAsk, children } = props;
  const { isFetchingNextPage, isFetchNextPageError } = next;
  return (
    <>
      <SubmitButton variant="default" busy={isFetchingNextPage} onPress={onAsk}>
        {children}
      </SubmitButton>
      {isFetchNextPageError && !isFetchingNextPage && (
        <Text size="sm" c="red.9" role="alert">
          They could not be loaded. Please try again.
        </Text>
      )}
    </>
  );
}

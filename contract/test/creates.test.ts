import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../src/all.ts';

/** Whose `message` is what was created: the message of a conversation. */
const itself = 'conversations.attachDocument';

test('OPC-04 every call that creates something answers with a message', () => {
  const creating = endpoints.filter(({ endpoint }) => endpoint.creates);
  const saysSo = ({ reply }: (typeof creating)[number]['endpoint']) =>
    reply instanceof z.ZodObject && reply.shape.message instanceof z.ZodString;
  expect(creating.length).toBeGreaterThan(50);
  expect(creating.filter(({ endpoint }) => !saysSo(endpoint)).map(({ name }) => name)).toEqual([itself]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventKinds } from '@portal/contract/events.ts';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '#test/portal.tsx';
import { type Line, onReconnect, onStanding, setConnect, useLive } from './live.ts';
import { holdToken } from './session.ts';

function Counter() {
  const [seen, setSeen] = useState<number[]>([]);
  useLive(['shipment.changed', 'comment.added'], ({ id }) => setSeen([...seen, id]));
  return <p>seen {seen.join(' ')}</p>;
}

test('a screen hears of the changes it asked for, and of no others', async () => {
  const { live, unmount } = renderPage(<Counter />);
  await screen.findByText('seen');
  await live.tell({ type: 'shipment.changed', id: 7 });
  await live.tell({ type: 'participant.changed', id: 8 });
  await live.tell({ type: 'comment.added', id: 9 });
  expect(screen.getByText('seen 7 9')).toBeDefined();
  unmount();
});

test('REL-17 what was missed while the line was cut is told once the line stands again', async () => {
  const back = vi.fn<() => void>();
  const stop = onReconnect(back);
  const stands = vi.fn<() => void>();
  const stopStanding = onStanding(stands);
  const { live, unmount } = renderPage(<Counter />);
  await screen.findByText('seen');
  await live.connect();
  expect(back).not.toHaveBeenCalled();
  // What a screen had read before the line stood may be old as well.
  expect(stands).toHaveBeenCalledTimes(1);
  await live.connect();
  expect(back).toHaveBeenCalledTimes(1);
  expect(stands).toHaveBeenCalledTimes(2);
  unmount();
  stop();
  stopStanding();
});

test('a screen that waits for no change opens no line', async () => {
  const isWaiting = (waits: boolean) => {
    function Piece() {
      useLive(waits ? ['shipment.changed'] : [], () => undefined);
      return <p>there</p>;
    }
    return <Piece />;
  };
  for (const [waits, lines] of [
    [false, 0],
    [true, 1],
  ] as const) {
    const { unmount } = renderPage(isWaiting(waits));
    const connect = vi.fn<() => Promise<Line>>(
      async () => ({ on: vi.fn(), emit: vi.fn(), ask: vi.fn(), close: vi.fn() }) as Line,
    );
    setConnect(connect);
    await screen.findByText('there');
    expect(connect).toHaveBeenCalledTimes(lines);
    unmount();
  }
});

/** Kinds of changes that no screen shows yet. */
const unheard: Record<string, string> = {
  'conversation.created': 'members are told its number',
  'conversation.message': 'members are told the message',
  'conversation.read': 'members are told what was read',
  'company.changed': 'what a company may do is asked anew with every token',
};

test('every kind of change that is announced is listened to by a screen', () => {
  const rooms = join(import.meta.dirname, '../rooms');
  const sources = readdirSync(rooms, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(rooms, file), 'utf8'));
  // A screen names them as it calls, or hears the keys of its table of what each kind touches.
  const heard = sources.flatMap((source) => [
    ...[...source.matchAll(/\buseLive\(\s*(?:\w+ \? )?\[([^\]]*)\]/g)].flatMap(
      ([, types = '']) => types.match(/[a-z_.]+/g) ?? [],
    ),
    ...[...source.matchAll(/\buseLive\(Object\.keys\((\w+)\)/g)].flatMap(([, table]) =>
      [
        ...(source.match(new RegExp(`const ${table}: .* = \\{\\n([^]*?)\\n\\};`))?.[1] ?? '').matchAll(
          /^ {2}'([a-z_.]+)':/gm,
        ),
      ].map(([, type = '']) => type),
    ),
  ]);
  expect([...new Set([...heard, ...Object.keys(unheard)])].sort()).toEqual(Object.keys(eventKinds).sort());
  expect(heard.filter((type) => type in unheard)).toEqual([]);
});

test('SEC-03 the line is shown each new token, once, so that it outlives the one it was opened with', async () => {
  const { live, unmount } = renderPage(<Counter />);
  await screen.findByText('seen');
  const next = {
    next: 'session',
    accessToken: 'the-next',
    expiresAt: new Date(Date.now() + 300_000).toISOString(),
  } as const;
  holdToken(next);
  holdToken(next);
  await vi.waitFor(() => expect(live.shown).toEqual(['the-next']), 15_000);
  unmount();
});

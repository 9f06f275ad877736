import '#kit/later-styles.ts';
import { Button, Group, NativeSelect, Stack, Tabs } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { conversationAccess } from '@portal/contract/conversations/rules.ts';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { closeFirst } from '#kit/close-first.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { SearchField } from '#kit/SearchField.tsx';
import { Empty } from '#kit/States.tsx';
import { useSought } from '#shared/sought.ts';
import { BroadcastList } from './broadcasts/BroadcastList.tsx';
import { BroadcastPane } from './broadcasts/BroadcastPane.tsx';
import classes from './conversations.module.css';
import { ConversationList } from './list/ConversationList.tsx';
import { WaitingElsewhere } from './list/WaitingElsewhere.tsx';
import { filters, type Look } from './look.ts';
import { useConversationErrors, useLiveConversations } from './queries.ts';
import { Thread } from './thread/Thread.tsx';
import { useWay } from './use-way.ts';

const NewConversation = lazyDialog(() => import('./starting/NewConversation.tsx'), 'NewConversation');

interface Props {
  look: Look;
  onLook: (look: Look, how?: { replace: boolean }) => void;
  /** Left out where patients have no page (OPN-80). */
  onPatient: ((uId: number) => void) | undefined;
}

/** Conversations about patients, and broadcasts to many of them (CHT-01, CHT-02). */
export function ConversationsScreen(props: Props) {
  const viewer = useViewer();
  if (!meets(conversationAccess, viewer)) return <Empty message="Your role does not see conversations." />;
  return <Conversations {...props} />;
}

/** The server looks for no longer text. */
const longest = 200;

function Conversations({ look, onLook, onPatient }: Props) {
  useLiveConversations();
  useConversationErrors();
  const [starting, setStarting] = useState(false);
  const { typed, sought, type, seek } = useSought({ pauseMs: 400, longest });
  /** Whoever opens the same message once more is led to it once more. */
  const [turn, setTurn] = useState(0);
  const isOpen = look.conversation !== null || look.broadcast !== null;
  const { side, main, goes } = useWay(look);
  const filterField = useRef<HTMLSelectElement>(null);
  const show = (part: Pick<Look, 'tab'> & Partial<Look>) =>
    onLook({ ...look, conversation: null, broadcast: null, message: null, ...part });
  const open = (part: Parameters<typeof show>[0]) => {
    goes({ conversation: null, broadcast: null, ...part });
    show(part);
  };
  const close = () => open({ tab: look.tab });
  const filter = filters.find(({ scope, state }) => scope === look.scope && state === look.state) ?? filters[0];
  return (
    <div className={classes.columns} data-open={isOpen || undefined}>
      <section ref={side} className={classes.side} aria-label="Chat List">
        <Stack gap="sm">
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setStarting(true)}>
            New conversation
          </Button>
          <Tabs
            value={look.tab}
            onChange={(tab) => show({ tab: tab === 'broadcasts' ? 'broadcasts' : 'all' })}
            keepMounted={false}
          >
            <Tabs.List grow>
              <Tabs.Tab value="all">All</Tabs.Tab>
              <Tabs.Tab value="broadcasts">Broadcasts</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="all" pt="sm">
              <Stack gap="xs">
                <Group gap="xs" align="flex-end" wrap="nowrap">
                  <SearchField
                    className={classes.grow}
                    placeholder="Topic, patient or message"
                    maxLength={longest}
                    value={typed}
                    onChange={type}
                  />
                  <NativeSelect
                    ref={filterField}
                    label="Show"
                    data={filters.map(({ value, label }) => ({ value, label }))}
                    value={filter.value}
                    onChange={({ currentTarget }) => {
                      const next = filters.find(({ value }) => value === currentTarget.value) ?? filters[0];
                      onLook({ ...look, scope: next.scope, state: next.state });
                    }}
                  />
                </Group>
                <WaitingElsewhere
                  shown={filter.value}
                  onShow={(other) => {
                    onLook({ ...look, ...other });
                    // What was pressed goes away.
                    filterField.current?.focus();
                  }}
                />
                <ConversationList
                  look={look}
                  sought={sought}
                  filter={filter.label}
                  onOpen={(conversation, message) => {
                    setTurn((before) => before + 1);
                    open({ tab: 'all', conversation, message });
                  }}
                  onClear={() => seek('')}
                />
              </Stack>
            </Tabs.Panel>
            <Tabs.Panel value="broadcasts" pt="sm">
              <BroadcastList chosen={look.broadcast} onOpen={(broadcast) => open({ tab: 'broadcasts', broadcast })} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      </section>
      <section
        ref={main}
        tabIndex={-1}
        className={classes.main}
        aria-label={look.tab === 'all' ? 'Conversation' : 'Broadcast'}
      >
        {look.conversation !== null ? (
          <Thread
            key={look.conversation}
            convId={look.conversation}
            sought={look.message === null ? null : { msgId: look.message, turn }}
            onBack={close}
            onPatient={onPatient}
          />
        ) : look.broadcast !== null ? (
          <BroadcastPane key={look.broadcast} rollupId={look.broadcast} onBack={close} onPatient={onPatient} />
        ) : (
          <Empty message={look.tab === 'all' ? 'Choose a conversation.' : 'Choose a broadcast.'} />
        )}
      </section>
      {starting && (
        <NewConversation
          onClose={() => setStarting(false)}
          onCreated={({ convId, rollupId }) => {
            closeFirst(() => setStarting(false));
            open(rollupId === null ? { tab: 'all', conversation: convId } : { tab: 'broadcasts', broadcast: rollupId });
          }}
        />
      )}
    </div>
  );
}

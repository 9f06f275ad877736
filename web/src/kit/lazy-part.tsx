/** Parts of the portal that are loaded when they are needed, and asked for again when they could not be. */
import { Component, type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { NotThere } from './NotThere.tsx';
import { Failed } from './States.tsx';

type PropsOf<Part> = Part extends ComponentType<infer Props extends object> ? Props : never;
interface Lazy<Props> {
  (props: Props): ReactNode;
  /** Loads it before it is needed, and tells whether it is there. */
  bring: () => Promise<boolean>;
  /** By this name the router asks for a page. */
  preload: () => Promise<void>;
}

/** Why a part is not to be seen, and what it takes to try again: `bring` tells whether it is there, `show` shows it. */
interface Missing {
  message: string;
  bring: () => Promise<boolean>;
  show: () => void;
}

/** A part of a page, or a page. Until it is there `waiting` stands in its place, or a sentence with "Try again". */
export const lazyPart = <File, Name extends keyof File>(
  load: () => Promise<File>,
  name: Name,
  waiting: ReactNode = null,
): Lazy<PropsOf<File[Name]>> =>
  lazily(componentOf(load, name), waiting, ({ message, bring, show }) => (
    <Failed message={message} onRetry={() => void bring().then((isThere) => isThere && show())} />
  ));

/** A dialog: what could not be loaded is said over the page, which stays, and is closed as the dialog would be. */
export const lazyDialog = <File, Name extends keyof File>(
  load: () => Promise<File>,
  name: Name,
): Lazy<PropsOf<File[Name]>> => {
  const dialog = lazily(componentOf(load, name), null, (missing, props) => (
    <NotThere {...missing} onClose={(props as { onClose?: () => void }).onClose} />
  ));
  dialogs.push(dialog.bring);
  return dialog;
};

const componentOf =
  <File, Name extends keyof File>(load: () => Promise<File>, name: Name) =>
  async () =>
    (await load())[name] as ComponentType<PropsOf<File[Name]>>;

const dialogs: (() => Promise<boolean>)[] = [];
/** How to load each dialog of the screens that were shown so far. */
export const knownDialogs = (): readonly (() => Promise<boolean>)[] => dialogs;

let underWay = 0;
const watchers = new Set<() => void>();
const count = (more: 1 | -1) => {
  underWay += more;
  for (const watcher of watchers) watcher();
};
/** How many parts are being loaded now. */
export const usePartsUnderWay = (): number =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => underWay,
  );

function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode,
  instead: (missing: Missing, props: Props) => ReactNode,
): Lazy<Props> {
  let Part: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const once = async () => {
    if (Part) return;
    if (!loading) {
      count(1);
      loading = load()
        .then((loaded) => void (Part = loaded))
        .finally(() => {
          loading = undefined;
          count(-1);
        });
    }
    await loading;
  };
  const bring = () =>
    once().then(
      () => true,
      () => false,
    );

  function LazyPart(props: Props) {
    const [state, setState] = useState<'waiting' | 'there' | 'missing'>(Part ? 'there' : 'waiting');
    useEffect(() => {
      if (state !== 'waiting') return;
      let isGone = false;
      void bring().then((isThere) => !isGone && setState(isThere ? 'there' : 'missing'));
      return () => {
        isGone = true;
      };
    }, [state]);
    if (state === 'waiting') return waiting;
    if (!Part || state === 'missing') {
      const message = 'This part of the portal could not be loaded.';
      return instead({ message, bring, show: () => setState('there') }, props);
    }
    return (
      <Boundary instead={(missing) => instead(missing, props)}>
        <Part {...props} />
      </Boundary>
    );
  }
  return Object.assign(LazyPart, { bring, preload: async () => void (await bring()) });
}

/** What breaks while it is drawn leaves everything around it as it is. */
class Boundary extends Component<{ instead: (missing: Missing) => ReactNode; children: ReactNode }> {
  override state = { isBroken: false };
  static getDerivedStateFromError() {
    return { isBroken: true };
  }
  override render() {
    if (!this.state.isBroken) return this.props.children;
    return this.props.instead({
      message: 'This part of the portal could not be shown.',
      bring: async () => true,
      show: () => this.setState({ isBroken: false }),
    });
  }
}

import { Drawer } from '@mantine/core';
import { useReturn } from '#kit/return-focus.ts';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';

/** The sidebar over the content of a narrow window (NAV-09). */
export default function SideDrawer({ onClose }: { onClose: () => void }) {
  useReturn();
  return (
    <Drawer
      opened
      onClose={onClose}
      size={271}
      padding={0}
      title="Menu"
      classNames={{ header: classes.menuHead }}
      closeButtonProps={{ 'aria-label': 'Close menu' }}
      returnFocus={false}
      transitionProps={{ duration: 120 }}
    >
      <Sidebar onGone={onClose} isPageThere />
    </Drawer>
  );
}

import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import './app/first-styles.ts';
import './app/contrast.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { styleNonce } from '#api/page.ts';
import { App } from '#app/App.tsx';
import { watchForNewRelease } from '#app/new-release.ts';
import { beginInScheme } from '#app/scheme.ts';

// The content security policy forbids what zod would try for speed. It reads this when it is loaded, after the sign-in page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
beginInScheme();
setNonce(styleNonce());
watchForNewRelease();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
createRoot(root).render(<App />);

import '#kit/all-styles.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { withRedirect } from '#api/safe-path.ts';
import { ForgotPassword } from '#rooms/identity/passwords/ForgotPassword.tsx';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';

/** FGP-01. Where somebody wanted to go is kept for when they have signed in (OPN-15). */
export default function ForgotPasswordPage() {
  const { redirect } = useSearch({ strict: false }) as { redirect?: unknown };
  const navigate = useNavigate();
  const signIn = withRedirect('/sign-in', redirect);
  return (
    <OpenFrame>
      {/* FGP-08: nobody may come back to the used code by the browser's back button. */}
      <ForgotPassword
        signIn={signIn}
        onDone={() => void navigate({ href: signIn, replace: true })}
        onBack={() => void navigate({ href: signIn })}
      />
    </OpenFrame>
  );
}

import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { SignIn } from '#rooms/identity/signing-in/SignIn.tsx';

/** The sign-in page of somebody who has been inside before. */
export default function SignInPage() {
  const { redirect, connectionError } = useSearch({ strict: false }) as {
    redirect?: unknown;
    connectionError?: unknown;
  };
  const navigate = useNavigate();
  const router = useRouter();
  const dismiss = () => void navigate({ to: '/sign-in', search: { redirect } as object, state: true, replace: true });
  return (
    <SignIn
      redirect={redirect}
      connectionError={String(connectionError) === 'true'}
      onDismiss={dismiss}
      onGo={(path) => void router.navigate({ href: path, state: true, replace: true })}
    />
  );
}

import '#kit/all-styles.ts';
import { useNavigate } from '@tanstack/react-router';
import { ForgotPassword } from '#rooms/identity/passwords/ForgotPassword.tsx';
import { OpenFrame } from '#rooms/identity/OpenFrame.tsx';

/** FGP-01. */
export default function ForgotPasswordPage() {
  const navigate = useNavigate();
  return (
    <OpenFrame>
      {/* FGP-08: nobody may come back to the used code by the browser's back button. */}
      <ForgotPassword
        onDone={() => void navigate({ to: '/sign-in', replace: true })}
        onBack={() => void navigate({ to: '/sign-in' })}
      />
    </OpenFrame>
  );
}

import { Notice } from '#kit/Notice.tsx';

const words = {
  Email: 'This email does not arrive. Please check the address.',
  Text: 'This text does not arrive. Please check the phone number.',
  'Shipment emails': 'Shipment emails do not arrive. Please check the address.',
};

/** That something that was sent has been refused for an hour. */
export const NotArriving = ({ way }: { way: keyof typeof words }) => <Notice tone="warning">{words[way]}</Notice>;

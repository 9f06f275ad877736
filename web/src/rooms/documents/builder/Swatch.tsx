import classes from './builder.module.css';

/** Whose field it is: the colour for those who see it, the number for everybody. */
export const Swatch = ({ signer, colour }: { signer?: number; colour: string }) => (
  <span
    className={classes.swatch}
    style={{ backgroundColor: colour }}
    data-signer={signer}
    data-colour={colour}
    aria-hidden
  />
);

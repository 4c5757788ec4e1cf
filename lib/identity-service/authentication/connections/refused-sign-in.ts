/** Above the reason why nobody was signed in through an outside provider. */
export const REFUSED_SIGN_IN = "The sign-in did not succeed";

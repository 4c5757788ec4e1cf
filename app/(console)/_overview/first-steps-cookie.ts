/** Set in a browser in which the list of first steps was dismissed. */
export const FIRST_STEPS_COOKIE = "first-steps";

export const CONNECTION_PATH = "/connection";

/** The flash message by which the button makes the page run the check. */
export const RUN_CHECK = "check";

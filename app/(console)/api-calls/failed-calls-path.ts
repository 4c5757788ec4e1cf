/** The list of this admin's calls that failed. */
export const FAILED_CALLS_PATH = "/api-calls?answer=failed";

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "../passwords/password-length";

const password = (text: string) => ({ password: text });

/** What stands under the fields of the forms about accounts that cannot be taken. */
export const accountFieldProblems = {
	"no-address": { email: "Enter an email address, like name@example.com." },
	"password-short": password(`Use at least ${PASSWORD_LENGTH_MIN} characters.`),
	"password-long": password(`Use at most ${PASSWORD_LENGTH_MAX} characters.`),
	"password-unreadable": password("Leave out control characters."),
	"password-address": password("Choose one that is not your email address."),
	"password-common": password("Many people use this password, so it is soon guessed. Choose another one."),
	"other-password": password("This is not the password that was chosen at the sign-up."),
} satisfies Record<string, { email?: string; password?: string }>;

export type AccountFieldProblem = keyof typeof accountFieldProblems;

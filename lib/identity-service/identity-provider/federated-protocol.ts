import type { IdentityService } from "../context/identity-service";
import type { ClientRow } from "../store/clients";
import type { UserRow } from "../store/users";
import type { FederatedRequest } from "./federated-request";

/** Who is signed in, since when, and how. */
export type FederatedLogin = {
	user: UserRow;
	sessionUid: string;
	authenticatedAt: Date;
	/** RFC 8176. */
	methods: readonly string[];
};

/** Fields of the form that is posted. */
export type FormFields = Record<string, string>;

/**
 * How a protocol answers; null where the application can't be answered any more, or the protocol has no words for it.
 * What keeps the application from being answered, in words, is thrown as a `Refusal`.
 */
export type FederatedAnswers = {
	ofLogin: (
		service: IdentityService,
		request: FederatedRequest,
		client: ClientRow,
		login: FederatedLogin,
	) => Promise<FormFields | null>;
	/** @param error code of OpenID Connect: `login_required`, `access_denied` … */
	ofRefusal: (
		service: IdentityService,
		request: FederatedRequest,
		client: ClientRow,
		error: string,
	) => Promise<FormFields | null>;
};

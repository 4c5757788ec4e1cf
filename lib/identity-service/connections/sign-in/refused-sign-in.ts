import type { IdentityService } from "../../context/identity-service";
import type { ServiceRequest } from "../../context/service-request";
import { Refusal } from "../../http/refusal";

type Handler = (service: IdentityService, request: ServiceRequest) => Promise<Response>;

/** Above the reason why nobody was signed in through an outside provider. */
const TITLE = "The sign-in did not succeed";

/** Puts that above what a message of the sign-in is refused for. */
export function asSignIn(handle: Handler): Handler {
	return async (service, request) => {
		try {
			return await handle(service, request);
		} catch (error) {
			const isRefused = error instanceof Refusal && error.details.isMessage && error.status !== 404;
			throw isRefused ? error.withPage({ title: TITLE }) : error;
		}
	};
}

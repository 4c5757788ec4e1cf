"use client";

import { Alert } from "@/components/ui/alert";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { RevocationWatch } from "./revocation-watch";
import { type Watched, wasThere } from "./watched";

/** Above what an admin requested the end of, as long as it is not known to be gone. */
export function RevocationStatus({ watched }: { watched: Watched }) {
	const { metadata, ends } = resources[watched.resource];
	return (
		<Alert tone="warning" title={ends.requested}>
			<p>
				The service has accepted the request and carries it out in a moment. Until then{" "}
				{"id" in watched ? `the ${metadata.one}` : "they"} may still be listed.{" "}
				<a href="?" className="inline-flex min-h-6 items-center font-medium text-accent underline">
					Look again
				</a>
			</p>
			<RevocationWatch watched={watched} />
		</Alert>
	);
}

type AllGoneProps = {
	resource: MetadataResource;
	userId: string;
	/** When it was requested: those that began later are not among them. */
	at: string;
	/** When those that are listed began. */
	began: readonly (string | null)[];
	/** The user has more, or some that can't be read. */
	isPart: boolean;
};

/** What has become of all of a user, whose end was requested. */
export function AllGone({ resource, userId, at, began, isPart }: AllGoneProps) {
	if (isPart || began.some((time) => wasThere(time, at)))
		return <RevocationStatus watched={{ resource, allOf: userId, until: at }} />;
	const newer = began.length > 0 ? ": those below are newer" : "";
	return <Alert tone="success" title={`None of those ${resources[resource].words.many} is listed any more${newer}.`} />;
}

"use client";

import { lazy, Suspense } from "react";
import { Alert } from "@/components/ui/alert";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import type { Watched } from "./watched";

// The query library is loaded only here, right after the request.
const RevocationWatch = lazy(() => import("./revocation-watch").then((file) => ({ default: file.RevocationWatch })));

/** Above a token or session whose end was requested and that the service still returns. @param page its address, to look again */
export function RevocationStatus({ resource, id, page }: { resource: MetadataResource; id: string; page: string }) {
	const { metadata, ends } = resources[resource];
	return (
		<RevocationRequested
			title={ends.requested}
			what={`the ${metadata.one} is`}
			watched={{ resource, id }}
			page={page}
		/>
	);
}

type RevocationRequestedProps = {
	title: string;
	/** The subject of "still listed". */
	what: string;
	watched: Watched;
	/** The address of the page. */
	page: string;
};

export function RevocationRequested({ title, what, watched, page }: RevocationRequestedProps) {
	return (
		<Alert tone="warning" title={title}>
			<p>
				The service has accepted the request and carries it out in a moment. Until then {what} still listed.{" "}
				<a href={page} className="inline-flex min-h-6 items-center font-medium text-accent underline">
					Look again
				</a>
			</p>
			<Suspense>
				<RevocationWatch watched={watched} />
			</Suspense>
		</Alert>
	);
}

"use client";

import { lazy, Suspense } from "react";
import { Alert } from "@/components/ui/alert";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { type Watched, wasThere } from "./watched";

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

type AllGoneProps = {
	resource: MetadataResource;
	userId: string;
	/** When it was requested: those that began later are not among them. */
	at: string;
	/** When those that are listed began. */
	began: readonly (string | null)[];
	/** The user has more, or some that can't be read. */
	isPart: boolean;
	/** The titles where none is listed, and where only others are. */
	gone: { all: string; those: string };
	page: string;
};

/** What has become of all of a user, whose end was requested. */
export function AllGone({ resource, userId, at, began, isPart, gone, page }: AllGoneProps) {
	if (began.some((time) => wasThere(time, at)) || isPart) {
		const watched = { resource, allOf: userId, until: at };
		return <RevocationRequested title={resources[resource].ends.requested} what="they are" {...{ watched, page }} />;
	}
	return <Alert tone="success" title={began.length === 0 ? gone.all : gone.those} />;
}

type RevocationRequestedProps = {
	title: string;
	/** The subject of "still listed". */
	what: string;
	watched: Watched;
	page: string;
};

function RevocationRequested({ title, what, watched, page }: RevocationRequestedProps) {
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

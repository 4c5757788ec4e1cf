"use client";

import { lazy, Suspense } from "react";
import { Alert } from "@/components/ui/alert";

// The query library is loaded only here, right after a revocation.
const RevocationWatch = lazy(() => import("./end-watch").then((file) => ({ default: file.RevocationWatch })));

/** Above a token whose revocation was requested and that the service still returns. */
export function RevocationStatus({ id }: { id: string }) {
	return (
		<Alert tone="warning" title="Revocation requested">
			<p>
				The service has accepted the request and carries it out in a moment. Until then the token is still listed; this
				page looks again by itself where scripts are on.
			</p>
			<Suspense>
				<RevocationWatch id={id} />
			</Suspense>
		</Alert>
	);
}

"use client";

/**
 * Shown after an unexpected error; the details are in the server's log under the reference. Every page loads this file, so
 * it is plain markup.
 */
export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
	return (
		<main className="mx-auto grid max-w-md gap-4 p-6">
			<h1 className="text-2xl font-semibold">Something went wrong</h1>
			<p>This console made a mistake. As far as it knows, nothing was changed.</p>
			{error.digest ? <p>Reference: {error.digest}</p> : null}
			<button type="button" onClick={retry} className="text-accent underline">
				Try again
			</button>
		</main>
	);
}

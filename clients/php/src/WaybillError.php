<?php

declare(strict_types=1);

namespace Waybill;

/** A request that the service refused, or could not carry out. */
final class WaybillError extends \RuntimeException
{
    /**
     * @param int $status The HTTP status.
     * @param string $detail What went wrong, in a sentence for a person.
     * @param list<WrongField> $errors Every wrong field; empty unless fields were wrong.
     * @param int|null $retryAfter Seconds after which the request may be sent again; null unless the service said so.
     */
    public function __construct(
        public readonly int $status,
        public readonly string $detail,
        public readonly array $errors = [],
        public readonly ?int $retryAfter = null,
    ) {
        parent::__construct("$status: $detail", $status);
    }

    /** Reads the service's own form of errors (RFC 9457), and anything else that stands in its place, such as a proxy's page. */
    public static function of(int $status, string $body, ?int $retryAfter): self
    {
        $problem = json_decode($body, true);
        if (!is_array($problem) || !is_string($problem['detail'] ?? null)) {
            return new self($status, substr($body, 0, 500), [], $retryAfter);
        }
        $errors = [];
        foreach (is_array($problem['errors'] ?? null) ? $problem['errors'] : [] as $one) {
            $errors[] = new WrongField((string) ($one['field'] ?? ''), (string) ($one['message'] ?? ''));
        }
        return new self($status, $problem['detail'], $errors, $retryAfter);
    }
}

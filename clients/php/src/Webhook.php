<?php

declare(strict_types=1);

namespace Waybill;

/** Messages that the store sends to your address, signed as Standard Webhooks. */
final class Webhook
{
    /** Seconds that a message may be old, or ahead of this clock. */
    private const TOLERANCE = 300;

    /**
     * Returns the event in a message, such as `['type' => 'order.created', 'data' => [...]]`, once its signature has proven that
     * it comes from the store. The same message may arrive twice: remember its `webhook-id`.
     *
     * @param string $secret The endpoint's secret, which begins with `whsec_`.
     * @param string $body As it arrived: `file_get_contents('php://input')`.
     * @param array<string, mixed> $headers `$_SERVER`, `getallheaders()`, or a PSR-7 message's headers.
     * @return array<string, mixed>
     * @throws WrongSignature
     */
    public static function event(string $secret, string $body, array $headers): array
    {
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > self::TOLERANCE) {
            throw new WrongSignature('The message has no time, or its time is not now.');
        }
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('The secret must be "whsec_" and base64.');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // There are two signatures while the secret is replaced.
        foreach (explode(' ', self::header($headers, 'webhook-signature')) as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
            }
        }
        throw new WrongSignature('The message is not signed with this secret.');
    }

    /** @param array<string, mixed> $headers */
    private static function header(array $headers, string $name): string
    {
        foreach ($headers as $given => $value) {
            // $_SERVER has `webhook-id` as HTTP_WEBHOOK_ID.
            if (preg_replace('/^http-/', '', strtr(strtolower((string) $given), '_', '-')) === $name) {
                return is_array($value) ? implode(' ', $value) : (string) $value;
            }
        }
        return '';
    }
}
